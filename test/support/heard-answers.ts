import type supertest from 'supertest';

/** What one caller asked. */
interface Asked {
  readonly as: string;
  readonly method: string;
  readonly path: string;
  /** Path and body, for what the caller named itself. */
  readonly sent: string;
}

/** API keys that are called otherwise than the tests call who has them. */
const NAMES: Readonly<Record<string, string>> = { operator: 'ops' };

interface Heard extends Asked {
  readonly answer: supertest.Response;
  /** Its key has expired since. */
  expired?: true;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Answers to these statuses store nothing (semantics 9), so a later one may differ. */
const STORES_NOTHING = new Set([202, 400, 401, 403, 404, 412, 413, 415, 429, 503]);

/** Both confirm forms are one operation; ids and SKUs are not part of a key's scope. */
const operationOf = (path: string): string => path.replace(UUID, '').replace('//', '/').replace(/\?.*/, '');

/** What is said about a key itself, not about what it was used for. */
const ABOUT_THE_KEY = new Set(['idempotency_key_reused', 'idempotency_key_in_use', 'idempotency_key_expired']);

/** What only would be done, or refused, is stored nowhere, so its key stays free. */
const isDryRun = ({ sent }: Asked): boolean => sent.includes('"dryRun":true');

/** They see every tenant. */
const OPERATORS = new Set(['operator', 'deputy']);

const final = (heard: Heard): boolean =>
  heard.method === 'post' &&
  !heard.expired &&
  !isDryRun(heard) &&
  !STORES_NOTHING.has(heard.answer.status) &&
  !ABOUT_THE_KEY.has((heard.answer.body as { code?: string }).code ?? '');

const told = ({ answer: { status, text, headers } }: Heard): string =>
  JSON.stringify([status, text, headers['location'], headers['etag'], headers['content-type']]);

/** Everything that a scene's callers have been told, so that what must hold for all answers is checked for all. */
export class HeardAnswers {
  private readonly all: Heard[] = [];

  listenTo(request: supertest.Test, asked: Asked): supertest.Test {
    return request.on('response', (answer: supertest.Response) => void this.all.push({ ...asked, answer }));
  }

  /** Told by a test that has let a key expire: what was answered under it before binds nobody any more. */
  letExpire(key: string): void {
    for (const heard of this.all) if (heard.answer.headers['idempotency-key'] === key) heard.expired = true;
  }

  /**
   * The log of a client as the audit reads it: one JSON object a line. Operators may read everybody's data, which is no
   * leak: of theirs only what is about no tenant is in it.
   */
  asLog(): string {
    return this.all
      .filter(({ as, path, expired }) => !expired && (as !== 'operator' || path.startsWith('/api/inventory/')))
      .map(({ as, method, path, sent, answer: { status, text, headers } }) => {
        const tenant = NAMES[as] ?? as;
        const key: unknown = headers['idempotency-key'];
        return `${JSON.stringify({ tenant, method, path, key, sent, status, body: text ?? '' })}\n`;
      })
      .join('');
  }

  /** I4: what a key was answered finally, byte for byte, is what it is answered ever after. */
  differentFinals(): string[] {
    const byKey = Map.groupBy(this.all.filter(final), ({ as, path, answer }) =>
      [as, operationOf(path), answer.headers['idempotency-key']].join(' '),
    );
    return [...byKey].flatMap(([identity, heard]) => {
      const versions = new Set(heard.map(told));
      return versions.size > 1
        ? [`I4 ${identity} was answered in ${versions.size} ways: ${[...versions].join(' / ')}`]
        : [];
    });
  }

  /** I6: no client is told an id of another tenant that it did not name itself. */
  foreignIds(tenantOf: ReadonlyMap<string, string>): string[] {
    return this.all.flatMap(({ as, path, sent, answer }) =>
      [...(answer.text ?? '').matchAll(UUID)]
        .map(([id]) => id)
        .filter((id) => !OPERATORS.has(as) && !sent.includes(id) && (tenantOf.get(id) ?? as) !== as)
        .map((id) => `I6 ${as} was told ${id} of ${tenantOf.get(id)} by ${path}`),
    );
  }
}
