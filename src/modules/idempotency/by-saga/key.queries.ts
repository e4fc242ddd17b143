import { Query } from '@nestjs/cqrs';

/** One key of a caller, for a person: who used it, when, and what became of it. */
export interface KeyView {
  readonly id: string;
  readonly tenantId: string;
  readonly operation: string;
  /** As its caller sent it. */
  readonly key: string;
  /** SHA-256 of the content, hexadecimal; two requests of the same content have the same one. */
  readonly fingerprint: string;
  readonly fingerprintVersion: number;
  readonly state: 'processing' | 'decided' | 'expired';
  readonly sagaId?: string;
  readonly status?: number;
  /** The code of a stored problem. */
  readonly code?: string;
  /** What the answer names as its resource. */
  readonly location?: string;
  readonly createdAt: Date;
  readonly decidedAt?: Date;
  readonly expiresAt?: Date;
}

/** Keys, newest first, older than `before`. A key's text finds it in every tenant and operation. */
export class ListKeys extends Query<KeyView[]> {
  constructor(
    readonly filter: {
      readonly tenantId?: string;
      readonly operation?: string;
      readonly key?: string;
      readonly state?: KeyView['state'];
      readonly before?: string;
      readonly limit: number;
    },
  ) {
    super();
  }
}

/** One record by its id; undefined when there is none. */
export class GetKey extends Query<KeyView | undefined> {
  constructor(readonly recordId: string) {
    super();
  }
}
