import { openNotesBeside, type Notes } from './support/open-notes.js';
import { Note } from '../../examples/notes-app/note.entity.js';
import { CannotStart } from '#shared/config/cannot-start.error.js';
import {
  DomainError,
  Idempotent,
  InUnit,
  jsonAnswer,
  KeyedTransaction,
  type Answer,
} from '#modules/idempotency/index.js';
import { Body, Controller, Post, Put } from '@nestjs/common';
import { IsString } from 'class-validator';
import { randomUUID } from 'node:crypto';

class TextRequest {
  @IsString()
  text!: string;
}

/** What happens to the next requests after they have written, one for each; nothing to those after them. */
const mishaps: (() => Promise<unknown> | void)[] = [];
afterEach(() => void mishaps.splice(0));

/** The choices that a local route has, on the same table. */
@Controller('drafts')
class DraftsController {
  constructor(private readonly transaction: KeyedTransaction) {}

  @Post('kept')
  @Idempotent({ operation: 'drafts.kept', replay: 'all', ttl: '7d' })
  kept(@Body() body: TextRequest): Promise<Answer> {
    return this.write(body);
  }

  @Post('optional')
  @Idempotent({ operation: 'drafts.optional', required: false })
  optional(@Body() body: TextRequest): Promise<Answer> {
    return this.write(body);
  }

  @Put()
  @InUnit()
  async put(@Body() body: TextRequest): Promise<void> {
    await this.write(body);
  }

  @Post('nowhere')
  nowhere(@Body() body: TextRequest): Promise<Answer> {
    return this.write(body);
  }

  private async write({ text }: TextRequest): Promise<Answer> {
    await this.transaction.manager.insert(Note, { id: randomUUID(), author: 'nobody', text });
    await mishaps.shift()?.();
    return jsonAnswer(201, { text });
  }

  /** Fails in the database, and the handler goes on as if nothing had been. */
  swallowed = (): Promise<unknown> => this.transaction.manager.query('SELECT 1/0').catch(() => undefined);
}

const fails = (): never => {
  throw new Error('nobody has foreseen this');
};

describe('routes of another application that choose something else', () => {
  let notes: Notes;
  beforeAll(async () => void (notes = await openNotesBeside(DraftsController)));
  afterAll(() => notes.close());

  it('keep an unexpected failure as the answer where they say so, and nothing of what was written', async () => {
    mishaps.push(fails);
    const failed = await notes.write('kept', { key: 'kept', at: '/drafts/kept' });
    expect([failed.status, failed.body]).toMatchObject([500, { code: 'internal_error', retry: 'new-key' }]);
    const again = await notes.write('kept', { key: 'kept', at: '/drafts/kept' });
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([500, failed.text, 'true']);
    expect(await notes.written('kept')).toBe(0);
  });

  it('keep a refusal of the business, and nothing of what was written before it', async () => {
    mishaps.push(() => {
      throw new DomainError('refused', 'draft_refused', 'Not this one.');
    });
    const refused = await notes.write('refused', { key: 'refused', at: '/drafts/optional' });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'draft_refused', retry: 'new-key' }]);
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/);
    const again = await notes.write('refused', { key: 'refused', at: '/drafts/optional' });
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([409, refused.text, 'true']);
    expect(await notes.written('refused')).toBe(0);
  });

  it('do without a key, and are still one transaction', async () => {
    for (const status of [500, 201, 201]) {
      if (status === 500) mishaps.push(fails);
      expect((await notes.write('keyless', { at: '/drafts/optional' })).status).toBe(status);
    }
    expect(await notes.written('keyless')).toBe(2);
  });

  it('danger: a handler goes on after the database has failed: it is never told that its note was written', async () => {
    const { swallowed } = notes.provider(DraftsController);
    for (const key of [undefined, 'swallowed']) {
      mishaps.push(swallowed);
      const answer = await notes.write('swallowed', { key, at: '/drafts/optional' });
      expect([answer.status, answer.body.code]).toEqual([500, 'internal_error']);
    }
    expect([await notes.written('swallowed'), await notes.records('swallowed')]).toEqual([0, 0]);
  });

  it('danger: a route without the door asks for the transaction: it gets none, and nothing is written', async () => {
    expect((await notes.write('lost', { at: '/drafts/nowhere' })).status).toBe(500);
    expect(await notes.written('lost')).toBe(0);
  });

  it('open a transaction without any key where repeating changes nothing more', async () => {
    mishaps.push(fails);
    expect((await notes.put('/drafts', { text: 'put' })).status).toBe(500);
    expect(await notes.written('put')).toBe(0);
    expect((await notes.put('/drafts', { text: 'put' })).status).toBe(200);
    expect(await notes.written('put')).toBe(1);
  });

  it('are published as they are', async () => {
    const { items } = (await notes.get('/idempotency/policy')).body as { items: object[] };
    expect(items).toMatchObject([
      { operation: 'drafts.kept', replay: 'all', ttlSeconds: 604_800, stored: ['success', 'refusal', 'failure'] },
      { operation: 'drafts.optional', required: false },
      { operation: 'notes.write' },
    ]);
  });
});

@Controller('odd')
class OddController {
  @Post()
  @Idempotent({ operation: 'odd.write', inProgress: 'wait' })
  async write(@Body() { text }: TextRequest): Promise<Answer> {
    return jsonAnswer(201, { text });
  }
}

describe('danger: another application serves a route whose keys do not do what it says', () => {
  it('does not come up, and says why in one line', async () => {
    const complaint =
      '@Idempotent on POST /odd (OddController.write) says how to wait, but odd.write belongs to no saga: it is decided ' +
      'with its commit, and nothing is ever under way.';
    await expect(openNotesBeside(OddController)).rejects.toThrow(new CannotStart(complaint));
  });
});
