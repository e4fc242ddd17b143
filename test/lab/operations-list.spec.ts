import { type Answering, fakeService } from './fake-service.js';
import { operationsList } from '../../lab/clients/operations-list.js';
import { Chance } from '../../lab/plan/chance.js';

const JOBS = 'jobs?state=dead';

/** What an operator with that much patience (ms) makes of a service that answers so, and what was odd about it. */
async function listed(answering: Answering, patienceMs?: number) {
  const { door, tally, close } = await fakeService(answering);
  try {
    const items = await operationsList(door, JOBS, new Chance(1, 'doors'), patienceMs);
    return { items, oddities: tally.oddities };
  } finally {
    await close();
  }
}

describe('a list of the operations', () => {
  it('is what is told, in the end', async () => {
    const items = [{ id: '7' }];
    const answering: Answering = ({ nth }) => (nth === 1 ? { status: 503 } : { status: 200, body: { items } });
    expect(await listed(answering, 5_000)).toEqual({ items, oddities: [] });
  });

  it('that is put off is empty for whoever has no patience, and nothing odd', async () => {
    expect(await listed(() => ({ status: 503 }))).toEqual({ items: [], oddities: [] });
  });

  it('that is put off for ever is odd for whoever had patience', async () => {
    expect(await listed(() => ({ status: 503 }), 1)).toEqual({
      items: [],
      oddities: [{ subject: `/api/operations/${JOBS}`, detail: expect.stringContaining('503') as string }],
    });
  });

  it.each([400, 404, 500])('that is answered %i is odd at once', async (status) => {
    expect(await listed(() => ({ status }))).toMatchObject({ items: [], oddities: [{ subject: expect.any(String) }] });
    expect((await listed(() => ({ status }), 60_000)).oddities).toHaveLength(1);
  });
});
