import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiKey, parseApiKeys } from '#shared/config/api-keys.js';
import { ConfigError } from '#shared/config/config.error.js';

/**
 * The demo client and the demo operator of this DATA_DIR: created at the first call, the same ever after. They are kept
 * in `<dataDir>/demo-keys`, readable by its owner alone and written like API_KEYS. Two starts at once agree, because the
 * file appears whole and only once.
 */
export async function demoKeys(dataDir: string): Promise<readonly ApiKey[]> {
  return (await knownDemoKeys(dataDir)) ?? read(placeIn(dataDir), await create(dataDir, placeIn(dataDir)));
}

/** The demo keys that a start has made in this DATA_DIR; undefined when none was. */
export async function knownDemoKeys(dataDir: string): Promise<readonly ApiKey[] | undefined> {
  const text = await readFile(placeIn(dataDir), 'utf8').catch(ignoreMissing);
  return text === undefined ? undefined : read(placeIn(dataDir), text);
}

const placeIn = (dataDir: string): string => join(dataDir, 'demo-keys');

function read(file: string, text: string): readonly ApiKey[] {
  try {
    return parseApiKeys(text.trim());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError('DATA_DIR', `has demo keys that cannot be read: remove ${file} for new ones`, '.data');
  }
}

async function create(dataDir: string, file: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `demo:client:${secret()},demo-operator:operator:${secret()}\n`, { mode: 0o600 });
  try {
    // Unlike a rename, a link never replaces what another start has put there.
    await link(draft, file).catch(ignoreExisting);
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}

/** 144 random bits in 24 characters. */
const secret = (): string => `demo_${randomBytes(18).toString('base64url')}`;

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

const ignoreExisting = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EEXIST') throw error;
};
