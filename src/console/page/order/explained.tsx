import type { SagaDetail } from './saga.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { Moment } from '../parts/moment.js';
import type { ComponentChildren } from 'preact';

const WAITS: Readonly<Record<string, string>> = {
  nobody: 'It waits for nobody.',
  us: 'It waits for this service.',
  provider: 'It waits for the payment provider.',
  customer: 'It waits for the customer.',
  operator: 'It waits for you.',
};

/** A key of a job without the id that every one of them begins with. */
const shortened = (what: string): string => what.replace(/[0-9a-f]{8}-[0-9a-f-]{27}:/, '');

/** Why a saga stands where it stands, in words, and what may be done about it. */
export function Explained({ saga, children }: { readonly saga: SagaDetail; readonly children: ComponentChildren }) {
  const { why, waitsFor, next } = saga.explain;
  return (
    <Card title="Why it is where it is" note={<Badge state={saga.state} />} class="explained">
      <p class="why">{why}</p>
      <p>{WAITS[waitsFor] ?? `It waits for: ${waitsFor}.`}</p>
      {next && (
        <p>
          Next, by itself: {shortened(next.what)}, <Moment at={next.at} />.
        </p>
      )}
      {saga.deadlineAt && saga.state === 'running' && (
        <p class="hint">
          It turns back <Moment at={saga.deadlineAt} /> if it is not through by then.
        </p>
      )}
      {children}
    </Card>
  );
}
