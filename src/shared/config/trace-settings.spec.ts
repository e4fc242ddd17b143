import { loadConfig } from './load-config.js';

const tracesWith = (variables: Record<string, string>) => loadConfig(variables).traces;

describe('traces', () => {
  it.each([
    ['nothing asks for them', {}],
    ['there is only a name', { OTEL_SERVICE_NAME: 'shop' }],
    ['they are turned off', { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }],
    ['everything is', { OTEL_SDK_DISABLED: 'True', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }],
  ])('are off when %s', (_, variables) => {
    expect(tracesWith(variables)).toBeUndefined();
  });

  it.each([
    ['by their exporter', { OTEL_TRACES_EXPORTER: 'otlp' }],
    ['by an endpoint for everything', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }],
    ['by one of their own', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/v1/traces' }],
  ])('are asked for %s, and all of them are kept then', (_, variables) => {
    expect(tracesWith(variables)).toEqual({ serviceName: 'ichido', ratio: 1, followsCallers: true });
  });

  it.each([
    ['always_on', { ratio: 1, followsCallers: false }],
    ['always_off', { ratio: 0, followsCallers: false }],
    ['traceidratio', { ratio: 0.25, followsCallers: false }],
    ['parentbased_always_off', { ratio: 0, followsCallers: true }],
    ['parentbased_traceidratio', { ratio: 0.25, followsCallers: true }],
  ])('are kept as the sampler %s says', (OTEL_TRACES_SAMPLER, expected) => {
    const asked = { OTEL_TRACES_EXPORTER: 'otlp', OTEL_SERVICE_NAME: 'shop', OTEL_TRACES_SAMPLER_ARG: '0.25' };
    expect(tracesWith({ ...asked, OTEL_TRACES_SAMPLER })).toEqual({ serviceName: 'shop', ...expected });
  });

  it.each([
    ['OTEL_TRACES_EXPORTER', 'console', /OTEL_TRACES_EXPORTER must be one of otlp, none/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /OTEL_EXPORTER_OTLP_ENDPOINT must be an http/],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', /OTEL_TRACES_SAMPLER must be one of/],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
    ['OTEL_TRACES_SAMPLER_ARG', 'half', /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
  ])('refuse the start for %s=%s', (name, value, complaint) => {
    expect(() => tracesWith({ [name]: value })).toThrow(complaint);
  });
});
