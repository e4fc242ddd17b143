/** One number, as Prometheus reads it. */
export interface ExposedSample {
  /** Of a histogram with `_bucket`, `_sum` or `_count` behind the name of the metric. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const familyOf = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');

/** What an instance shows at one moment. */
export class ExposedMetrics {
  private constructor(
    readonly text: string,
    readonly types: ReadonlyMap<string, string>,
    readonly samples: readonly ExposedSample[],
  ) {}

  static async of(serviceUrl: string): Promise<ExposedMetrics> {
    const answer = await fetch(`${serviceUrl}/metrics`);
    if (answer.status !== 200) throw new Error(`GET /metrics answered ${answer.status}`);
    const text = await answer.text();
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
    const samples = [...text.matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
      name,
      labels: Object.fromEntries([...labels.matchAll(/(\w+)="(.*?)"/g)].map(([, label, set]) => [label, set])),
      value: Number(value),
    }));
    return new ExposedMetrics(text, types, samples);
  }

  /** The one number with these labels; undefined while it is absent. */
  number(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    const wanted = Object.entries(labels);
    return this.samples.find(
      (one) => one.name === name && wanted.every(([label, value]) => one.labels[label] === value),
    )?.value;
  }

  /** Whether there is any number of this metric. */
  has(metric: string): boolean {
    return this.samples.some(({ name }) => familyOf(name) === metric || name === metric);
  }

  /** The names of a metric's labels, without the bounds of a histogram's buckets. */
  labelsOf(metric: string): readonly string[] {
    const ofMetric = this.samples.filter(({ name }) => familyOf(name) === metric || name === metric);
    return [...new Set(ofMetric.flatMap(({ labels }) => Object.keys(labels)))]
      .filter((label) => label !== 'le')
      .toSorted();
  }
}
