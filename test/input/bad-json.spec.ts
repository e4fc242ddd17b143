import { Scene } from '../support/scene.js';
import type { Asked } from '../support/ask.js';
import { expectRefused, malformed, type Spoilt } from './refusal.js';
import { BODY_ROUTES, stockShelves } from './routes.js';

let scene: Scene;
beforeAll(async () => {
  // Inside this process, whose prototypes are looked at.
  scene = await Scene.open({ inside: true });
  await stockShelves(scene);
});
afterAll(() => scene.close());

/** The good body with one more member, written as it stands. */
const plus = (member: string, { body }: Asked): string => JSON.stringify(body).replace('{', `{${member},`);

/** A body that does not depend on the good one, or its text changed. */
const written = (what: string, text: string | ((json: string) => string), ...pointers: string[]): Spoilt => [
  what,
  (good) => ({ ...good, body: typeof text === 'string' ? text : text(JSON.stringify(good.body)) }),
  malformed(...pointers),
];

/** A member `x` that is wrong in itself, beside all the good ones. */
const member = (what: string, value: string, pointer = '/x'): Spoilt => [
  what,
  (good) => ({ ...good, body: plus(`"x":${value}`, good) }),
  malformed(pointer),
];

const named = (what: string, name: string, pointer: string): Spoilt => [
  what,
  (good) => ({ ...good, body: plus(`${name}:{"admin":true}`, good) }),
  malformed(pointer),
];

const MALFORMED: readonly Spoilt[] = [
  written('no body', '', ''),
  written('white space', ' \n', ''),
  written('a cut-off object', (json) => json.slice(0, -1), ''),
  written('two documents', (json) => json.repeat(2), ''),
  written('single quotes', "{'a':1}", ''),
  written('a comment', '{/*a*/}', ''),
  written('a trailing comma', (json) => json.replace(/\}$/, ',}'), ''),
  written('a byte order mark', (json) => `\uFEFF${json}`, ''),
  [
    'bytes that are not UTF-8',
    (good) => ({ ...good, body: Buffer.from(plus('"x":"\xff"', good), 'latin1') }),
    malformed(''),
  ],
  member('a NUL in a value', String.raw`"a\u0000b"`),
  named('a NUL in a member name', String.raw`"a\u0000b"`, ''),
  member('a raw NUL', '"\0"'),
  member('the first half of a surrogate pair', String.raw`"\ud800"`),
  member('the second half of a surrogate pair', String.raw`"\udc00 "`),
  member('a surrogate pair the wrong way round', String.raw`"\udc00\ud800"`),
  ['a member twice', (good) => ({ ...good, body: plus('"x":1,"x":1', good) }), malformed('/x')],
  named('__proto__', '"__proto__"', '/__proto__'),
  named('__proto__ by escapes', String.raw`"\u005f_proto__"`, '/__proto__'),
  named('constructor', '"constructor"', '/constructor'),
  named('prototype', '"prototype"', '/prototype'),
  member('__proto__ further inside', '[{"y":{"__proto__":[]}}]', '/x/0/y/__proto__'),
  member('1,000 levels of lists', '['.repeat(1_000) + ']'.repeat(1_000), `/x${'/0'.repeat(31)}`),
  member('1,000 levels of objects', `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`, `/x${'/a'.repeat(31)}`),
  member('an exponent', '1e2'),
  member('an integer that no double holds', '9007199254740993'),
  member('a number of a thousand digits', '9'.repeat(1_000)),
  member('a leading zero', '01'),
  member('a hexadecimal number', '0x10'),
  member('NaN', 'NaN'),
  member('minus infinity', '-Infinity'),
];

describe('danger: text that means two things, or that PostgreSQL cannot hold, gets inside (B141)', () => {
  it.each(BODY_ROUTES)(
    'no such body is accepted by $name, and none changes what an object is (B146)',
    async (route) => {
      await expectRefused(scene, route, MALFORMED);
      expect('admin' in {}).toBe(false);
    },
  );
});
