import { runSource } from './source-process.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type LaunchOptions, type Page } from 'playwright-core';

/** A browser as a person's, whose every word to another machine is noticed and goes nowhere. */
export interface WatchedBrowser {
  open(url: string): Promise<Page>;
  /** Every host beyond this machine that a page, or the browser by itself, has asked for. */
  strangers(): readonly string[];
  close(): Promise<void>;
}

/** What makes the package unpack its libraries as well, so that the machine needs none of its own. */
const WITH_LIBRARIES = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };

/** Comes from npm for Linux on x64; elsewhere it is the Chrome that is installed there. */
async function browserIn(directory: string): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' };
  const executablePath = await runSource('./chromium.main.ts', [], { TMPDIR: directory, ...WITH_LIBRARIES });
  return {
    executablePath,
    env: { ...process.env, HOME: directory, LD_LIBRARY_PATH: join(directory, 'al2023', 'lib') },
  };
}

/** A proxy between the browser and the world that lets nobody through. */
async function startWatch(): Promise<{ url: string; seen: string[]; close(): Promise<void> }> {
  const seen: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    seen.push(url);
    response.writeHead(502).end();
  });
  server.on('connect', ({ url = '' }, socket) => {
    seen.push(url);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, close };
}

/** Chromium without a window, its background networking off, in a directory of its own that is gone after `close`. */
export async function openBrowser(): Promise<WatchedBrowser> {
  const directory = await mkdtemp(join(tmpdir(), 'ichido-browser-'));
  const watch = await startWatch();
  const browser = await chromium.launch({
    ...(await browserIn(directory)),
    // Root may not use it and a container may not offer it; only our own pages are opened.
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      `--proxy-server=${watch.url}`,
    ],
  });
  return {
    open: async (url) => {
      const page = await browser.newPage();
      await page.goto(url);
      return page;
    },
    strangers: () => watch.seen,
    async close() {
      await browser.close();
      await watch.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
