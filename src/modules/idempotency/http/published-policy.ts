import { COVERED, KEPT, SCOPE, type KeyPolicyResponse } from './policy.response.js';
import type { KeyedOperation } from '../routes/keyed-routes.js';

/**
 * What a client may rely on about the keys of an operation, as the draft of the Idempotency-Key header asks to publish
 * (draft-ietf-httpapi-idempotency-key-header-07, 2.5). The policy endpoint and the OpenAPI document say exactly this.
 */
export const publishedPolicy = ({ policy, routes, hasSaga }: KeyedOperation): KeyPolicyResponse => ({
  operation: policy.operation,
  routes: routes.map(({ method, path }) => ({ method, path })),
  required: policy.required,
  scope: [...SCOPE],
  fingerprint: { algorithm: 'sha-256', covers: [...COVERED], leavesOut: [...policy.ignore] },
  ttlSeconds: policy.ttlMs / 1000,
  inProgress: policy.inProgress,
  waitSeconds: policy.waitMs / 1000,
  replay: policy.replay,
  stored: KEPT.filter((kind) => kind !== 'failure' || hasSaga || policy.replay === 'all'),
  profile: policy.profile,
  statuses: { reused: policy.reusedStatus, running: policy.runningStatus },
});
