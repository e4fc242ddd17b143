import { ConfigError, shown } from './config.error.js';
import type { Config } from './config.js';
import type { Environment } from './environment.js';

/** Which traces are kept; by their own id, or as the caller of a request has decided where he has (`followsCallers`). */
export interface TraceSettings {
  readonly serviceName: string;
  /** Of all traces, from 0 to 1; decided by the trace's id, so alike in every process. */
  readonly ratio: number;
  readonly followsCallers: boolean;
}

/**
 * Traces are off unless the standard variables ask for them (OpenTelemetry specification, "Environment Variable
 * Specification"). Where spans go to, with which headers and time-outs, the exporter reads from its own variables.
 */
export function traceSettings(env: Environment): Pick<Config, 'traces'> {
  const endpoint =
    env.httpUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://127.0.0.1:4318/v1/traces') ??
    env.httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318');
  const exporter = env.oneOf('OTEL_TRACES_EXPORTER', endpoint ? 'otlp' : 'none', ['otlp', 'none']);
  const traces = { serviceName: env.text('OTEL_SERVICE_NAME') ?? 'ichido', ...samplerOf(env) };
  // By the specification its case does not matter, and whatever is not true is false.
  const isDisabled = env.text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true';
  return { traces: isDisabled || exporter === 'none' ? undefined : traces };
}

function samplerOf(env: Environment): Omit<TraceSettings, 'serviceName'> {
  const sampler = env.oneOf('OTEL_TRACES_SAMPLER', 'parentbased_always_on', [
    'always_on',
    'always_off',
    'traceidratio',
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
  ]);
  const ratio = ratioOf(env.text('OTEL_TRACES_SAMPLER_ARG') ?? '1');
  return {
    ratio: sampler.endsWith('always_on') ? 1 : sampler.endsWith('always_off') ? 0 : ratio,
    followsCallers: sampler.startsWith('parentbased_'),
  };
}

function ratioOf(value: string): number {
  const ratio = /^[01]?\.?\d*$/.test(value) ? Number(value) : Number.NaN;
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new ConfigError('OTEL_TRACES_SAMPLER_ARG', `must be a number from 0 to 1, not ${shown(value)}`, '0.1');
}
