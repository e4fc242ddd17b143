import type { LoadMessage, LoadOrder } from './load-order.ts';
import { measureLoad } from './measure-load.ts';

/** The clients, in a process of their own so that what they use of the machine can be told from the rest. */
const tell = (message: LoadMessage): void => void process.send?.(message);

process.on('message', (order: LoadOrder) => {
  measureLoad(order, tell).then(
    (result) => tell({ at: 'done', result }),
    (error: unknown) => tell({ at: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});
// Without the one that asks there is nothing left to do.
process.once('disconnect', () => process.exit(0));
process.stdout.write('ready\n');
