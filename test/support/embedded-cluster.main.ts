import { startTestCluster } from './embedded-cluster.js';
import { removeCluster } from './embedded-directory.js';

/** `start <pid of the run>` prints the cluster as JSON and leaves its server running; `remove <directory>` ends it. */
const [command, argument = ''] = process.argv.slice(2);
if (command === 'start') process.stdout.write(JSON.stringify(await startTestCluster(Number(argument))));
if (command === 'remove') await removeCluster(argument);
// The server's connection that says "in use" would keep this process; the run itself needs no such word.
process.exit();
