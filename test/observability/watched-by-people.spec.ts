import { ExposedMetrics } from './exposed-metrics.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { readFile } from 'node:fs/promises';

/** As they are promised to everybody who watches the service, with their labels. */
const PROMISED: Readonly<Record<string, readonly [type: string, ...labels: string[]]>> = {
  ichido_duplicates_stopped_total: ['counter', 'layer'],
  ichido_replays_total: ['counter'],
  ichido_mismatches_total: ['counter'],
  ichido_orders_total: ['counter', 'status'],
  ichido_sagas: ['gauge', 'state'],
  ichido_in_doubt: ['gauge'],
  ichido_oldest_in_doubt_seconds: ['gauge'],
  ichido_needs_attention: ['gauge'],
  ichido_inbox: ['gauge', 'state'],
  ichido_outbox_lag_seconds: ['gauge'],
  ichido_jobs_dead: ['gauge'],
  ichido_request_duration_seconds: ['histogram', 'method', 'route', 'status'],
  ichido_order_duration_seconds: ['histogram', 'status'],
  ichido_db_pool: ['gauge', 'pool', 'state'],
  ichido_group_size: ['histogram'],
  ichido_audit_violations: ['gauge', 'rule'],
  ichido_audit_age_seconds: ['gauge'],
};

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly expr: string }[];
}

interface Dashboard {
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
}

interface Alert {
  readonly name: string;
  readonly expression: string;
  readonly text: string;
}

let metrics: ExposedMetrics;
let dashboard: Dashboard;
let alerts: readonly Alert[];

beforeAll(async () => {
  const scene = await Scene.open();
  try {
    await scene.stock('TEA', 10);
    await scene.place({}, { key: 'once' });
    await scene.rows(
      `INSERT INTO operations.audits (id, violations, report)
       VALUES (gen_random_uuid(), 0, '{"rules": [{"name": "order.total-differs", "violations": 0}]}')`,
    );
    const { url } = scene.services[0]!;
    // What cannot be counted at once on a busy machine is absent for a moment.
    metrics = await until('everything that was promised is shown', async () => {
      const shown = await ExposedMetrics.of(url);
      return Object.keys(PROMISED).every((name) => shown.has(name)) && shown;
    }).catch(() => ExposedMetrics.of(url));
  } finally {
    await scene.close();
  }
  dashboard = JSON.parse(await readFile('docs/observability/dashboards/ichido.json', 'utf8')) as Dashboard;
  alerts = (await readFile('docs/observability/alerts.yml', 'utf8'))
    .split(/^ +- alert: /m)
    .slice(1)
    .map((text) => ({ name: /^\w+/.exec(text)![0], expression: /^ +expr: (.+)$/m.exec(text)![1]!, text }));
});

const expressions = (): readonly string[] => [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...alerts.map(({ expression }) => expression),
];

/** The metrics that an expression of PromQL names, each with what it says about its labels. */
const namedIn = (expression: string): { name: string; labels: [label: string, value: string][] }[] =>
  [...expression.matchAll(/\b(ichido_[a-z_]+)(?:\{([^}]*)\})?/g)].map(([, name = '', selector = '']) => ({
    name,
    labels: [...selector.matchAll(/(\w+)(=~?)"([^"]*)"/g)].map(([, label = '', sign, value = '']) => [
      label,
      sign === '=' ? value : '',
    ]),
  }));

describe('what the service shows', () => {
  it('is every metric that is promised, of its kind and with its labels, and no other', () => {
    const ours = [...metrics.types].filter(([name]) => name.startsWith('ichido_'));
    expect(Object.fromEntries(ours.map(([name, type]) => [name, [type, ...metrics.labelsOf(name)]]))).toEqual(PROMISED);
  });

  it('is explained, each metric with its labels', async () => {
    const text = await readFile('docs/observability/README.md', 'utf8');
    const explained = [...text.matchAll(/^\| `(ichido_\w+)(?:\{(.*?)\})?`/gm)].map(([, name = '', labels]) => [
      name,
      labels?.split(', ').toSorted() ?? [],
    ]);
    const promised = Object.entries(PROMISED).map(([name, [, ...labels]]) => [name, labels]);
    expect(Object.fromEntries(explained)).toEqual(Object.fromEntries(promised));
  });
});

describe('what the dashboard and the alerts ask for', () => {
  it('is there: every metric, every label, and every value that is asked for by its name', () => {
    const asked = expressions().flatMap((expression) => namedIn(expression));
    expect(asked.length).toBeGreaterThan(40);
    const absent = asked.filter(
      ({ name, labels }) =>
        !metrics.samples.some(
          (sample) =>
            sample.name === name &&
            labels.every(
              ([label, value]) => label in sample.labels && (value === '' || sample.labels[label] === value),
            ),
        ),
    );
    expect(absent).toEqual([]);
  });

  it('is grouped by labels that are there', () => {
    const groupings = expressions().flatMap((expression) =>
      [...expression.matchAll(/\bby \(([^)]*)\)/g)].map(([, labels = '']) => ({
        expression,
        labels: labels.split(', '),
      })),
    );
    expect(groupings.length).toBeGreaterThan(10);
    const unknown = groupings.filter(({ expression, labels }) => {
      const names = namedIn(expression).map(({ name }) => name);
      const known = metrics.samples
        .filter(({ name }) => names.includes(name))
        .flatMap((one) => Object.keys(one.labels));
      return labels.some((label) => !known.includes(label));
    });
    expect(unknown).toEqual([]);
  });

  it('is every metric that is promised', () => {
    const asked = new Set(
      expressions().flatMap((one) => namedIn(one).map(({ name }) => name.replace(/_(bucket|count|sum)$/, ''))),
    );
    expect([...asked].toSorted()).toEqual(Object.keys(PROMISED).toSorted());
  });
});

describe('the dashboard', () => {
  it('is of the schema of Grafana 12, and every panel asks the data source that its reader has chosen', () => {
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(41);
    expect(dashboard.templating.list).toMatchObject([{ name: 'datasource', type: 'datasource' }]);
    const panels = dashboard.panels.filter(({ type }) => type !== 'row');
    expect(panels.length).toBeGreaterThan(15);
    expect(panels.filter(({ datasource }) => datasource?.uid !== '${datasource}')).toEqual([]);
  });
});

describe('every alert', () => {
  it('says what is the case and what to do, and has its paragraph in the runbook', async () => {
    expect(alerts.length).toBeGreaterThan(10);
    const runbook = await readFile('docs/runbook.md', 'utf8');
    for (const { name, text } of alerts) {
      expect({ name, text }).toEqual({ name, text: expect.stringMatching(/severity: (page|ticket)/) });
      expect({ name, text }).toEqual({ name, text: expect.stringMatching(/^ +summary: \S.{20,}$/m) });
      expect({ name, text }).toEqual({ name, text: expect.stringMatching(/^ +action: \S.{20,}$/m) });
      expect(text).toContain(`runbook_url: docs/runbook.md#${name.toLowerCase()}\n`);
      expect(runbook).toMatch(new RegExp(`^### ${name}\n\n\\S.{40,}`, 'm'));
    }
  });

  it('of the runbook exists', async () => {
    const paragraphs = (await readFile('docs/runbook.md', 'utf8')).match(/^### Ichido\w+$/gm) ?? [];
    expect(paragraphs.map((line) => line.slice(4)).toSorted()).toEqual(alerts.map(({ name }) => name).toSorted());
  });
});
