import { Doubts } from './doubts.js';
import { Lags } from './lags.js';
import { Layers } from './layers.js';
import { OrderRates } from './order-rates.js';
import { States } from './states.js';
import { useOverview, type LiveOverview } from './use-overview.js';
import { announce } from '../parts/announcer.js';
import { Refusal } from '../parts/refusal.js';
import { Loading } from '../parts/resource-view.js';
import { useEffect } from 'preact/hooks';

const LINES: Readonly<Record<LiveOverview['line'], string>> = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'The line is lost; what you see is old. Trying again…',
};

/** The service at this moment, as it tells itself. */
export function OverviewPage() {
  const { overview, line, problem } = useOverview();
  const needsAttention = overview?.sagas.needsAttention;
  useEffect(() => {
    if (needsAttention) announce(`${needsAttention} need attention`);
  }, [needsAttention]);
  return (
    <>
      <div class="title">
        <h1>Overview</h1>
        <span class={`line ${line}`} role="status">
          {LINES[line]}
        </span>
      </div>
      {problem && <Refusal problem={problem} />}
      {overview ? (
        <>
          <States overview={overview} />
          <div class="grid">
            <OrderRates minutes={overview.minutes} isComplete={overview.allMinutesCounted} />
            <Layers stopped={overview.stopped} />
            <Doubts overview={overview} />
            <Lags outbox={overview.outbox} deadLetters={overview.deadLetters} />
          </div>
        </>
      ) : (
        !problem && <Loading />
      )}
    </>
  );
}
