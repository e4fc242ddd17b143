import { mkdir } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import pg from 'pg';
import { ConfigError } from './config.error.js';
import { startFailure } from './start-failure.js';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => error,
  );

const listenOn = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen({ host, port }, () => server.close(() => resolve()));
  });

/** A port on which something listens while `work` runs. */
async function withListener(work: (port: number) => Promise<void>): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  try {
    await work(address.port);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

const connectTo = (url: string) => failureOf(new pg.Client({ connectionString: url }).connect());

describe('a start that fails', () => {
  it('on a bad variable says which and how', () => {
    expect(startFailure(new ConfigError('PORT', 'is odd', '3000'))).toBe('PORT is odd; for example PORT=3000');
  });

  it('on a busy port says where', () =>
    withListener(async (port) => {
      const line = startFailure(await failureOf(listenOn('127.0.0.1', port)));
      expect(line).toBe(
        `Cannot listen on 127.0.0.1:${port} (EADDRINUSE): stop what listens there or choose another PORT.`,
      );
    }));

  it('on a host that is not this machine says so', async () => {
    // 192.0.2.0/24 is for documentation (RFC 5737): nobody has it.
    expect(startFailure(await failureOf(listenOn('192.0.2.1', 0)))).toMatch(
      /^Cannot listen on 192\.0\.2\.1.*\(EADDRNOTAVAIL\): correct HOST\.$/,
    );
  });

  it('on a database that nobody started says where, without the password', async () => {
    const line = startFailure(await connectTo('postgres://u:hunter2@127.0.0.1:1/x'));
    expect(line).toBe('Cannot reach the database at 127.0.0.1:1 (ECONNREFUSED): start it or correct DATABASE_URL.');
  });

  it('on a database whose name has several addresses says one of them', async () => {
    const refused = await failureOf(
      new Promise((_resolve, reject) => connect({ host: 'localhost', port: 1 }).once('error', reject)),
    );
    expect(startFailure(refused)).toMatch(/^Cannot reach the database at .*:1 \(ECONNREFUSED\)/);
  });

  it('on something that is no database says that it does not answer', () =>
    withListener(async (port) => {
      expect(startFailure(await connectTo(`postgres://u:hunter2@127.0.0.1:${port}/x`))).toMatch(
        /^(The database does not answer|Cannot reach the database).*DATABASE_URL\.$/,
      );
    }));

  it('on a database that refuses the login repeats its reason', () => {
    const refusal = Object.assign(new Error('password authentication failed for user "u"'), { code: '28P01' });
    expect(startFailure(refusal)).toMatch(/^The database refuses \(password authentication failed for user "u"\)/);
  });

  it('on a folder that is none says which', async () => {
    const line = startFailure(await failureOf(mkdir(`${import.meta.filename}/data`, { recursive: true })));
    expect(line).toBe(
      `Cannot use ${import.meta.filename}/data (ENOTDIR): make it writable or set DATA_DIR to another folder.`,
    );
  });

  it('on a defect says nothing, so that it is shown whole', () => {
    expect(startFailure(new TypeError('x is not a function'))).toBeUndefined();
    expect(startFailure(Object.assign(new Error('syntax error'), { code: '42601' }))).toBeUndefined();
    expect(startFailure('a text')).toBeUndefined();
  });
});
