import { lengthPrefixedHash } from './length-prefixed-hash.js';

/** Which request this is: two of them are the same operation when all three are equal (semantics 2). */
export interface OperationIdentity {
  readonly tenant: string;
  /** Explicit wire name, such as `orders.place`. */
  readonly operation: string;
  /** As `readIdempotencyKey` returns it. */
  readonly key: string;
}

/** Keeps these hashes apart from every other hash of three parts. */
const PURPOSE = 'ichido:operation-key:1';

/** What survives a record's purge: 32 bytes, unique on what the operation made, and no way back to the key (semantics 12). */
export const operationKey = ({ tenant, operation, key }: OperationIdentity): Buffer =>
  lengthPrefixedHash([PURPOSE, tenant, operation, key]);
