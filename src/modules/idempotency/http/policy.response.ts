import type { InProgress, Replay } from '../door/policy.js';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** The parts of a request that make its identity, in the order of the unique constraint (semantics 2). */
export const SCOPE = ['tenant', 'operation'] as const;

/** The parts of a request that its fingerprint is taken of (semantics 3). */
export const COVERED = ['target', 'query', 'body'] as const;

/** Kinds of answers that are kept and replayed. */
export const KEPT = ['success', 'refusal', 'failure'] as const;

@ApiSchema({ name: 'KeyedRoute' })
export class KeyedRouteResponse {
  @ApiProperty({ example: 'POST' })
  method!: string;

  @ApiProperty({ example: '/api/orders' })
  path!: string;
}

@ApiSchema({ name: 'KeyFingerprint', description: 'What a repetition has to have in common with the first request.' })
export class FingerprintResponse {
  @ApiProperty({ enum: ['sha-256'] })
  algorithm!: string;

  @ApiProperty({
    description:
      '`target`: what the path or the body names as acted upon. `body`: after validation, so that member order, white ' +
      'space and members left at their default make no difference.',
    enum: COVERED,
    isArray: true,
    example: COVERED,
  })
  covers!: (typeof COVERED)[number][];

  @ApiProperty({ description: 'Members of the body that may differ.', type: [String], example: [] })
  leavesOut!: string[];
}

@ApiSchema({ name: 'KeyStatuses' })
export class KeyStatusesResponse {
  @ApiProperty({ description: 'For a key that was used with another content.', enum: [409, 422] })
  reused!: number;

  @ApiProperty({ description: 'For a repetition of a request that is still not decided.', enum: [202, 409] })
  running!: number;
}

@ApiSchema({ name: 'KeyPolicy', description: 'How an operation treats the keys of its requests.' })
export class KeyPolicyResponse {
  @ApiProperty({ description: 'Its routes share their keys.', example: 'orders.place' })
  operation!: string;

  @ApiProperty({ type: [KeyedRouteResponse] })
  routes!: KeyedRouteResponse[];

  @ApiProperty({
    description: 'Whether a request without a key is refused. Otherwise it is carried out, and nothing is stored.',
    example: true,
  })
  required!: boolean;

  @ApiProperty({ description: 'Within which a key is unique.', enum: SCOPE, isArray: true, example: SCOPE })
  scope!: (typeof SCOPE)[number][];

  @ApiProperty({ type: FingerprintResponse })
  fingerprint!: FingerprintResponse;

  @ApiProperty({ description: 'How long an answer is replayed, from its decision.', type: 'integer', example: 86400 })
  ttlSeconds!: number;

  @ApiProperty({
    description:
      'What a repetition gets while the first request is not decided: `accepted` is answered at once, `wait` waits for ' +
      'the decision first, `conflict` is refused.',
    enum: ['accepted', 'wait', 'conflict'] satisfies InProgress[],
  })
  inProgress!: InProgress;

  @ApiProperty({
    description: 'How long a first request waits for its decision, unless `Prefer` says otherwise.',
    example: 2,
  })
  waitSeconds!: number;

  @ApiProperty({
    description: '`all` keeps an unexpected failure as the answer; `final` frees the key, so that it tries again.',
    enum: ['final', 'all'] satisfies Replay[],
  })
  replay!: Replay;

  @ApiProperty({
    description:
      'Which answers are kept. `refusal`: decided by the business. `failure`: with a saga, one after everything was ' +
      'undone; without, an unexpected one. What is refused before (400, 401, 403, 404, 413, 415, 429, 503) never is.',
    enum: KEPT,
    isArray: true,
    example: KEPT,
  })
  stored!: (typeof KEPT)[number][];

  @ApiProperty({ description: 'The profile that is active.', enum: ['default', 'ietf'] })
  profile!: string;

  @ApiProperty({ type: KeyStatusesResponse })
  statuses!: KeyStatusesResponse;
}

@ApiSchema({ name: 'KeyPolicies' })
export class KeyPoliciesResponse {
  @ApiProperty({ type: [KeyPolicyResponse] })
  items!: KeyPolicyResponse[];
}
