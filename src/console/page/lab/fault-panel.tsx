import { FAULTS, nameOf } from './waiting-faults.js';
import type { LabFaults } from './use-faults.js';
import { Card } from '../parts/card.js';
import { Refusal } from '../parts/refusal.js';
import { Empty, ResourceView } from '../parts/resource-view.js';

/** Has the sandbox provider misbehave at the next payments. */
export const FaultPanel = ({ of: { waiting, problem, arm, clear } }: { readonly of: LabFaults }) => (
  <Card title="Faults of the provider" note="they meet the next payments, whoever makes them">
    <div class="fault-buttons">
      {FAULTS.map((fault) => (
        <button key={fault.name} type="button" onClick={() => arm(fault)}>
          <b>{fault.name}</b> <span class="hint">{fault.means}</span>
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
            <button type="button" onClick={clear}>
              Clear them
            </button>
          </>
        )
      }
    </ResourceView>
  </Card>
);
