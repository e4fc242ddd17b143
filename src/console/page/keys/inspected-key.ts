/** A key of a caller, as `GET /api/operations/keys` tells of it. */
export interface InspectedKey {
  readonly id: string;
  readonly tenantId: string;
  readonly operation: string;
  readonly key: string;
  readonly state: string;
  readonly sagaId?: string;
  readonly status?: number;
  readonly code?: string;
  readonly location?: string;
  readonly replays: number;
  readonly createdAt: string;
  readonly decidedAt?: string;
  readonly expiresAt?: string;
  readonly explain: string;
}
