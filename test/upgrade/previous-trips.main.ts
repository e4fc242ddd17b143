import { tripProviders } from './trips.js';
import { PREVIOUS } from './trip-versions.js';
import { openKernel } from '../kernel/support/kernel.js';

/** The previous version of the made-up service as a process of its own on a database, until it is killed. */
await openKernel(process.argv[2]!, tripProviders(PREVIOUS), { ROLE: 'worker' });
process.stdout.write('works\n');
