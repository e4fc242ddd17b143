import type { TraceSettings } from '../../config/trace-settings.js';
import { trace } from '@opentelemetry/api';
import { ParentBasedSampler, TraceIdRatioBasedSampler, type Sampler } from '@opentelemetry/sdk-trace';

/**
 * Whether a trace is kept is decided by its id, which for an order is the order's own: so all of its spans are kept, or
 * none, without the processes having to tell each other. Only a request may follow its caller instead.
 */
export function callersAndOrders({ ratio, followsCallers }: Omit<TraceSettings, 'serviceName'>): Sampler {
  const byId = new TraceIdRatioBasedSampler(ratio);
  const byCaller = new ParentBasedSampler({ root: byId });
  return {
    shouldSample(context, ...about) {
      const isCallers = followsCallers && trace.getSpanContext(context)?.isRemote === true;
      return isCallers ? byCaller.shouldSample(context, ...about) : byId.shouldSample(context, about[0]);
    },
    toString: () => `${followsCallers ? 'callers, else ' : ''}${byId.toString()}`,
  };
}
