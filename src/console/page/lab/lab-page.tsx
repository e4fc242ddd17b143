import { DoubleClick } from './double-click.js';
import { FaultPanel } from './fault-panel.js';

/** Only beside the sandbox: play money, and a provider that misbehaves on request. */
export const LabPage = () => (
  <>
    <h1>Lab</h1>
    <div class="grid">
      <FaultPanel />
      <DoubleClick />
    </div>
  </>
);
