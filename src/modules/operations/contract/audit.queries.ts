import { Query } from '@nestjs/cqrs';

/** What the last nightly audit has found. */
export interface AuditView {
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly violations: number;
  readonly checked: Readonly<Record<string, number>>;
  readonly rules: readonly { readonly name: string; readonly invariant: string; readonly violations: number }[];
  readonly found: readonly { readonly rule: string; readonly subject: string; readonly detail: string }[];
}

/** Undefined before the first audit. */
export class GetLastAudit extends Query<AuditView | undefined> {}
