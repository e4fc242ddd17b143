import { FAULTS, type WaitingFault, type WaitingFaults } from './waiting-faults.js';
import { call } from '../api/call.js';
import type { Problem } from '../api/problem.js';
import { useResource } from '../api/use-resource.js';
import { announce } from '../parts/announcer.js';
import { Card } from '../parts/card.js';
import { Refusal } from '../parts/refusal.js';
import { Empty, ResourceView } from '../parts/resource-view.js';
import { useState } from 'preact/hooks';

const PATH = '/api/operations/sandbox/faults';
/** A fault is gone when a payment has met it; whoever looks wants to see that. */
const LOOK_MS = 2_000;

const nameOf = ({ kind }: WaitingFault): string => FAULTS.find(({ fault }) => fault.kind === kind)?.name ?? kind;

/** Has the sandbox provider misbehave at the next payments. */
export function FaultPanel() {
  const waiting = useResource<WaitingFaults>(PATH, LOOK_MS);
  const [problem, setProblem] = useState<Problem>();

  const set = async (
    change: (items: readonly WaitingFault[]) => readonly WaitingFault[],
    said: string,
  ): Promise<void> => {
    // What waits now, and not what was seen a moment ago: payments take faults away.
    const now = await call<WaitingFaults>(PATH);
    const ours = (now.body?.items ?? []).filter(({ kind }) => FAULTS.some(({ fault }) => fault.kind === kind));
    const answer = now.problem ? now : await call(PATH, { method: 'PUT', body: { items: change(ours) } });
    setProblem(answer.problem);
    if (!answer.problem) announce(said);
    waiting.reload();
  };

  return (
    <Card title="Faults of the provider" note="they meet the next payments, whoever makes them">
      <div class="fault-buttons">
        {FAULTS.map(({ name, means, fault }) => (
          <button key={name} type="button" onClick={() => void set((items) => [...items, fault], `${name} is armed`)}>
            <b>{name}</b> <span class="hint">{means}</span>
          </button>
        ))}
      </div>
      {problem && <Refusal problem={problem} />}
      <h3>Waiting</h3>
      <ResourceView of={waiting}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>The provider behaves.</Empty>
          ) : (
            <>
              <ul class="waiting-faults">
                {items.map((fault, index) => (
                  <li key={`${fault.kind}-${index}`}>
                    {nameOf(fault)}
                    {fault.times > 1 && ` ×${fault.times}`}
                  </li>
                ))}
              </ul>
              <button type="button" onClick={() => void set(() => [], 'The provider behaves again')}>
                Clear them
              </button>
            </>
          )
        }
      </ResourceView>
    </Card>
  );
}
