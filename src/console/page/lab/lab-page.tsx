import { DoubleClick } from './double-click.js';
import { FaultPanel } from './fault-panel.js';
import { useFaults } from './use-faults.js';
import { WorkerPanel } from './worker-panel.js';

/** Only beside the sandbox: play money, a provider that misbehaves on request, and a worker that may be killed. */
export function LabPage() {
  const faults = useFaults();
  return (
    <>
      <h1>Lab</h1>
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
