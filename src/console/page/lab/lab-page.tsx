import { Absence } from './absence.js';
import { DoubleClick } from './double-click.js';
import { FaultPanel } from './fault-panel.js';
import { useFaults } from './use-faults.js';
import { WorkerPanel } from './worker-panel.js';

/** Only beside the sandbox: play money, a provider that misbehaves on request, and a worker that may be killed. */
export function LabPage() {
  const faults = useFaults();
  return (
    <>
      <div class="title">
        <h1>Lab</h1>
        <Absence isAway={faults.isAway} />
      </div>
      <div class="grid">
        <div class="stack">
          <FaultPanel of={faults} />
          <WorkerPanel of={faults} />
        </div>
        <DoubleClick />
      </div>
    </>
  );
}
