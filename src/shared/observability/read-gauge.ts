import { Gauge, type Registry } from 'prom-client';

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ReadGauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** Must not reject. Undefined, or nothing: the metric is absent, which is not 0. */
  readonly read: () => Promise<readonly Sample[] | undefined>;
}

/** A gauge whose numbers are read whenever somebody asks for the metrics. */
export const readGauge = (registry: Registry, { name, help, labelNames = [], read }: ReadGauge): void =>
  registry.registerMetric(
    new Gauge({
      name,
      help,
      labelNames,
      registers: [],
      async collect() {
        const samples = await read();
        this.reset();
        // A gauge without labels begins with 0, which would be a claim.
        if (labelNames.length === 0) this.remove();
        for (const { labels = {}, value } of samples ?? []) this.set(labels, value);
      },
    }),
  );

/** One number of the one row of a reading. */
export const only = async <Row>(
  read: () => Promise<readonly Row[] | undefined>,
  number: (row: Row) => number,
): Promise<Sample[] | undefined> => (await read())?.map((row) => ({ value: number(row) }));

/** A row for each state, in the label `state`. */
export const byState = async (
  read: () => Promise<readonly { readonly state: string; readonly count: number }[] | undefined>,
): Promise<Sample[] | undefined> => (await read())?.map(({ state, count }) => ({ labels: { state }, value: count }));
