import { ENDED, type Command } from '../command.js';
import { wrapped } from '../readable.js';
import { Refused } from '../refused.error.js';
import type { SagaDocument } from '../saga-document.js';
import { explanationLines, headline, sagaLines } from '../saga-text.js';
import type { Service } from '../service.js';
import type { CallersKey } from './keys.commands.js';

const read = (service: Service, id: string): Promise<SagaDocument> => service.read<SagaDocument>(`sagas/${id}`);

export const saga: Command = {
  takes: '<saga id>',
  does: 'everything that is known about a saga',
  options: {},
  async run(wanted, { service, screen }) {
    const found = await read(service, wanted.subject);
    screen.show(found, () => sagaLines(found, service.now));
    return ENDED.well;
  },
};

/** An id names a saga or the record of a key, never both. */
export const explain: Command = {
  takes: '<saga id or record id of a key>',
  does: 'why a saga stands where it stands, or an answer is stored or not',
  options: {},
  async run(wanted, { service, screen }) {
    const found = await read(service, wanted.subject).catch(notThere);
    if (found) {
      screen.show(found, () => [
        headline(found, service.now),
        ...explanationLines(found.explain, found.id, service.now),
      ]);
      return ENDED.well;
    }
    const key = await service.read<CallersKey>(`keys/${wanted.subject}`);
    screen.show(key, () => [
      `Key ${key.key} of ${key.tenantId} for ${key.operation}: ${key.state}`,
      ...wrapped(key.explain, ''),
    ]);
    return ENDED.well;
  },
};

function notThere(error: unknown): undefined {
  if (!(error instanceof Refused) || error.problem.code !== 'not_found') throw error;
}
