import type { SagaDetail } from './saga.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { DataTable } from '../parts/data-table.js';
import { Moment } from '../parts/moment.js';
import { Empty } from '../parts/resource-view.js';
import { moneyOf } from '../words/money.js';

const SOURCES: Readonly<Record<string, string>> = {
  answer: 'the provider’s answer',
  webhook: 'the provider’s notice',
  resolver: 'our own look-up',
  operator: 'an operator',
};

/** What is known about the money, who told it, and what was asked of the provider under which key. */
export function Facts({ saga: { facts, attempts } }: { readonly saga: SagaDetail }) {
  const currency = attempts[0]?.currency;
  return (
    <Card title="Facts about the money" class="wide">
      {facts.length === 0 && <Empty>Nothing was learned yet.</Empty>}
      {facts.length > 0 && (
        <DataTable
          caption="Facts and their sources"
          rows={facts}
          keyOf={({ at, fact, step }) => `${at}-${fact}-${step}`}
          columns={[
            { title: 'Fact', show: ({ fact }) => <Badge state={fact} /> },
            { title: 'Told by', show: ({ source }) => SOURCES[source] ?? source },
            { title: 'About', show: ({ step = '–' }) => step },
            {
              title: 'Amount',
              show: ({ amount, code }) =>
                amount !== undefined && currency ? moneyOf(amount, currency) : (code ?? '–'),
            },
            { title: 'When', show: ({ at }) => <Moment at={at} /> },
          ]}
        />
      )}
      {attempts.length > 0 && (
        <>
          <h3>Asked of the provider</h3>
          <DataTable
            caption="What was asked of the provider"
            rows={attempts}
            keyOf={({ key, generation }) => `${key}-${generation}`}
            columns={[
              { title: 'Step', show: ({ step }) => step },
              { title: 'Amount', show: ({ amount, currency: its }) => moneyOf(amount, its) },
              { title: 'State', show: ({ status }) => <Badge state={status} /> },
              { title: 'Called there', show: ({ providerReference }) => <code>{providerReference ?? '–'}</code> },
              { title: 'Last asked', show: ({ attemptedAt }) => <Moment at={attemptedAt} /> },
            ]}
          />
        </>
      )}
    </Card>
  );
}
