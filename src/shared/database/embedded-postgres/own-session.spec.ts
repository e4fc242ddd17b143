import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInOwnSession } from './own-session.js';

describe('a program in its own session', () => {
  it('returns its exit code and everything it said', async () => {
    expect(await runInOwnSession('/bin/sh', ['-c', 'echo out; echo err >&2; exit 3'])).toEqual({
      code: 3,
      output: expect.stringMatching(/out\n[^]*err\n|err\n[^]*out\n/) as string,
    });
  });

  it('leads a session that is not ours', async () => {
    const { output } = await runInOwnSession('/bin/sh', ['-c', 'kill -0 -$$ && echo leads']);
    expect(output).toBe('leads\n');
  });

  it('that dies of the Ctrl-C before it began is begun again', async () => {
    const file = join(tmpdir(), `ichido-begun-${process.pid}-${Date.now()}`);
    // Kills itself as long as its mark is missing, as the signal would between fork and session.
    const script = `if [ -e "$0" ]; then rm "$0"; echo ran; else : > "$0"; kill -INT $$; fi`;
    expect(await runInOwnSession('/bin/sh', ['-c', script, file])).toEqual({ code: 0, output: 'ran\n' });
  });

  it('that cannot be run says so', async () => {
    expect(await runInOwnSession('/nowhere/to/be/found', [])).toMatchObject({
      code: -1,
      output: expect.stringContaining('ENOENT') as string,
    });
  });

  it('does not inherit what would redirect PostgreSQL', async () => {
    process.env.PGPORT = '1';
    try {
      expect((await runInOwnSession('/bin/sh', ['-c', 'echo "port=$PGPORT"'])).output).toBe('port=\n');
    } finally {
      delete process.env.PGPORT;
    }
  });
});
