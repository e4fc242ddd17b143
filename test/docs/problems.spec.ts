import { openDocumentedService, type DocumentedService } from './documented-service.js';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

let service: DocumentedService;
let page: string;
beforeAll(async () => {
  service = await openDocumentedService();
  page = await service.text('/docs/problems');
});
afterAll(() => service.scene.close());

const SRC = new URL('../../src/', import.meta.url).pathname;

/** The ways in which source says a problem code. The table the page is made from is not among the files read. */
const SAYINGS = [
  /new (?:DomainError|HttpProblem)\(\s*(?:'\w+'|\d+),\s*'([a-z_]+)'/g,
  /\bcode: '([a-z]+(?:_[a-z]+)+)'/g,
  /\bcode: '[a-z_]+' \| '([a-z_]+)'/g,
  /\b[45]\d\d: \[\s*'([a-z_]+)'/g,
  /^\s+([a-z]+(?:_[a-z]+)+): [45]\d\d,$/gm,
];

async function codesIn(folder: string): Promise<Set<string>> {
  const files = (await readdir(join(SRC, folder), { recursive: true }))
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|\.problems\.ts$/.test(file))
    .map((file) => readFile(join(SRC, folder, file), 'utf8'));
  const texts = await Promise.all(files);
  const codes = new Set(
    SAYINGS.flatMap((saying) => texts.flatMap((text) => [...text.matchAll(saying)].map(([, code]) => code!))),
  );
  // A kind of DomainError, which is mapped to its status in the same way.
  codes.delete('payment_required');
  return codes;
}

describe('the page about problems', () => {
  it('has a section for every code that the service can answer', async () => {
    const codes = new Set([...(await codesIn('modules')), ...(await codesIn('shared/http'))]);
    // One code of each way to say it, so that a way that changes is noticed here.
    for (const known of ['unknown_sku', 'out_of_stock', 'payment_method_invalid', 'bad_request', 'order_failed']) {
      expect(codes).toContain(known);
    }
    expect([...codes].filter((code) => !page.includes(`<section id="${code}">`))).toEqual([]);
  });

  it('is where the type of a problem leads', async () => {
    const { body } = await service.scene.get('/api/orders/nobody');
    const [path, anchor] = body.type.split('#');
    expect([path, page.includes(`id="${anchor}"`)]).toEqual(['/docs/problems', true]);
  });

  it('says what each means and what to do, without a script', () => {
    const sections = page.split('<section ').slice(1);
    expect(sections.length).toBeGreaterThan(30);
    for (const section of sections) {
      expect(section).toMatch(/What it means<\/dt><dd>.{10,}<\/dd>/);
      expect(section).toMatch(/What to do<\/dt><dd>.{5,}<\/dd>/);
    }
    expect(page).not.toMatch(/<script|\son\w+=/);
  });

  it('needs no key and says that it is HTML', async () => {
    const answer = await fetch(`${service.url}/docs/problems`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });
});
