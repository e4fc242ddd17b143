import { type Answer, isFitting, isPutOff } from '../../lab/clients/request.js';
import { Tally } from '../../lab/clients/tally.js';
import { type LeftBehind, ownFindings } from '../../lab/own-findings.js';
import { PostRecord } from '../../lab/stack/post-record.js';

const QUIET = { afterMs: 100 };
const REST = { reconciled: { told: 1, missed: 0, open: 0 }, first: QUIET, last: QUIET, unanswered: [] };

/** A run in which all was well, but for what is said. */
const left = (but: Partial<LeftBehind> = {}): LeftBehind => ({
  tally: new Tally(),
  rest: REST,
  post: new PostRecord(),
  lastWords: [],
  shown: { confirmed: 1, injected: 1, checked: 1 },
  ...but,
});
const answer = (status: number, code?: string): Answer => ({ status, text: '', body: code ? { code } : {} });

describe('what the lab finds beside the audit', () => {
  it('is nothing when every answer fits, everything rests and every process lives', () => {
    expect(ownFindings(left())).toEqual([]);
  });

  it('is an odd answer, each of the first hundred by itself', () => {
    const tally = new Tally();
    for (let nth = 0; nth < 102; nth++) tally.wasOdd({ subject: '/api/orders', detail: 'was answered 500' });
    const found = ownFindings(left({ tally }));
    expect(found).toHaveLength(101);
    expect(found[0]).toEqual({ rule: 'lab.odd-answer', subject: '/api/orders', detail: 'was answered 500' });
    expect(found.at(-1)?.detail).toBe('2 more of them');
  });

  it('is work that does not end, and a process that does', () => {
    const notYet = { sagas: 1, jobs: 0, events: 0, deliveries: 0, notices: 0 };
    const rest = { ...REST, last: { notYet, unfinished: [] } };
    expect(ownFindings(left({ rest, lastWords: ['out of memory'] }))).toEqual([
      {
        rule: 'lab.never-quiet',
        subject: 'the service',
        detail: `still in the end: ${JSON.stringify({ notYet, unfinished: [] })}`,
      },
      { rule: 'lab.died', subject: 'an instance', detail: 'ended by itself: out of memory' },
    ]);
  });

  it('is work that did not end before everybody asked once more, whatever came of it afterwards', () => {
    const notYet = { sagas: 0, jobs: 2, events: 0, deliveries: 0, notices: 0 };
    const rest = { ...REST, first: { notYet, unfinished: [] } };
    expect(ownFindings(left({ rest }))).toMatchObject([
      { rule: 'lab.never-quiet', detail: expect.stringContaining('before everybody asked once more') as string },
    ]);
  });

  it('is a request that nobody answers', () => {
    const unanswered = [{ as: 'alice', path: '/api/orders', key: 'k', body: {} }] as const;
    expect(ownFindings(left({ rest: { ...REST, unanswered } }))).toMatchObject([
      { rule: 'lab.never-answered', subject: '/api/orders k' },
    ]);
  });

  it.each(['confirmed', 'injected', 'checked'])('is a run that has shown nothing: none %s', (what) => {
    const shown = { confirmed: 1, injected: 1, checked: 1, [what]: 0 };
    expect(ownFindings(left({ shown }))).toMatchObject([{ rule: 'lab.nothing-shown' }]);
  });
});

describe('what the lab finds at the endpoint of the webhooks', () => {
  /** What was answered, one delivery after the other. */
  const posted = (...statuses: readonly number[]): PostRecord => {
    const post = new PostRecord();
    for (const status of statuses) post.answered(status, `words of ${status}`);
    return post;
  };

  it('is nothing when webhooks are taken, put off or meet nobody, and some are given up while all is broken', () => {
    const post = posted(200, 503, 429);
    post.unanswered++;
    post.gaveUp(false);
    expect(ownFindings(left({ post }))).toEqual([]);
  });

  it.each([400, 401, 404, 500, 502])('is an odd answer of %i, with how often and its first words', (status) => {
    expect(ownFindings(left({ post: posted(200, status, status) }))).toEqual([
      {
        rule: 'lab.odd-answer',
        subject: '/api/webhooks/stripe',
        detail: `answered ${status} to 2 deliveries, the first of them: words of ${status}`,
      },
    ]);
  });

  it('is a run that has shown nothing when none was taken, whether it was put off or met nobody', () => {
    const alone = new PostRecord();
    alone.unanswered++;
    for (const post of [posted(503), alone])
      expect(ownFindings(left({ post }))).toEqual([
        { rule: 'lab.nothing-shown', subject: 'the run', detail: 'no webhook was taken' },
      ]);
  });

  it('is one that was given up when nothing was broken any more', () => {
    const post = posted(200, 503);
    post.gaveUp(true);
    expect(ownFindings(left({ post }))).toMatchObject([{ rule: 'lab.never-taken' }]);
  });
});

describe('what the lab finds when the books could not be compared', () => {
  it('is that, with the last words of whoever tried', () => {
    const rest = { ...REST, reconciled: { complaint: 'the provider cannot be asked' } };
    expect(ownFindings(left({ rest }))).toEqual([
      { rule: 'lab.never-compared', subject: 'npm run reconcile', detail: 'the provider cannot be asked' },
    ]);
  });
});

describe('an answer', () => {
  it.each([200, 201, 202, 402, 409, 429, 503])('of %i is one that an honest caller may get', (status) => {
    expect(isFitting(answer(status))).toBe(true);
  });

  it.each([400, 401, 404, 422, 500, 502])('of %i is one that nothing explains', (status) => {
    expect(isFitting(answer(status))).toBe(false);
  });

  it('of 500 fits when the order was undone after a failure of ours', () => {
    expect(isFitting(answer(500, 'order_failed'))).toBe(true);
    expect(isFitting(answer(500, 'internal_error'))).toBe(false);
  });

  it('puts off a caller whose key is in use, and not one whose key is taken', () => {
    expect([isPutOff(answer(409, 'idempotency_key_in_use')), isPutOff(answer(409, 'idempotency_key_reused'))]).toEqual([
      true,
      false,
    ]);
  });
});
