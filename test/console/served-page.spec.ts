import { KEYS } from '../support/environment.js';
import { Scene } from '../support/scene.js';
import { gzipSync } from 'node:zlib';

/** What was promised: a page that a telephone on the road can load. */
const SCRIPT_LIMIT_BYTES = 150_000;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

const get = (path: string): Promise<Response> => fetch(scene.services[0]!.url + path);

/** The addresses of its script and its style sheet, as the page names them. */
const assetsOf = (html: string): string[] => [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!);

describe('the page of the console', () => {
  it.each(['/console', '/console/', '/console/orders/01a22b8c-9030-70fb-bd3b-8447d67f6f0b', '/console/nowhere/at/all'])(
    'is at %s, without a key, and is never kept',
    async (path) => {
      const page = await get(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(await page.text()).toBe(await (await get('/console')).text());
    },
  );

  it('allows nothing but its own files, and no frame around it', async () => {
    const { headers } = await get('/console');
    const policy = headers.get('content-security-policy')!;
    expect(policy.split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('has one small script and one style sheet, kept for ever under names of their content', async () => {
    const assets = assetsOf(await (await get('/console')).text());
    expect(assets.map((path) => path.replace(/-[A-Z0-9]{8}/, '-HASH'))).toEqual([
      '/console/assets/page-HASH.css',
      '/console/assets/main-HASH.js',
    ]);
    for (const path of assets) {
      const asset = await get(path);
      expect([path, asset.status, asset.headers.get('cache-control')]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(asset.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(gzipSync(await asset.text()).length).toBeLessThan(SCRIPT_LIMIT_BYTES);
    }
  });

  it('has nothing secret in it', async () => {
    const html = await (await get('/console')).text();
    const texts = [html, ...(await Promise.all(assetsOf(html).map(async (path) => (await get(path)).text())))];
    for (const secret of Object.values(KEYS)) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  });

  it.each(['/console/assets/main-UNKNOWN1.js', '/console/assets/..%2F..%2Fmain.js', '/console/assets/index.js'])(
    'has no file %s: 404 as a problem, and not the page instead',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ]);
      expect(await answer.json()).toMatchObject({ code: 'not_found' });
    },
  );
});
