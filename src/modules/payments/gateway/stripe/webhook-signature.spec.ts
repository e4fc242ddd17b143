import { createHmac } from 'node:crypto';
import { isSignedBy, signatureOf, TOLERANCE_SECONDS } from './webhook-signature.js';

const SECRET = 'whsec_test';
const NOON = new Date('2026-06-01T12:00:00Z');
const raw = Buffer.from('{"id":"evt_1"}');
const later = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1000);
const isGenuine = (header: string | undefined, receivedAt = NOON, secrets = [SECRET], bytes = raw): boolean =>
  isSignedBy(secrets, { raw: bytes, header, receivedAt });

describe('the signature of a webhook', () => {
  it('is the time and HMAC-SHA256 over time, dot and bytes, in hexadecimal', () => {
    const time = NOON.getTime() / 1000;
    const v1 = createHmac('sha256', SECRET).update(`${time}.{"id":"evt_1"}`).digest('hex');
    expect(signatureOf(raw, SECRET, NOON)).toBe(`t=${time},v1=${v1}`);
  });

  it.each([0, 1, TOLERANCE_SECONDS, -1, -TOLERANCE_SECONDS])('received %i s after it was made counts', (seconds) => {
    expect(isGenuine(signatureOf(raw, SECRET, NOON), later(seconds))).toBe(true);
  });

  it.each([TOLERANCE_SECONDS + 1, -TOLERANCE_SECONDS - 1])('received %i s after it was made does not', (seconds) => {
    expect(isGenuine(signatureOf(raw, SECRET, NOON), later(seconds))).toBe(false);
  });

  it('by any of several secrets counts', () => {
    const header = signatureOf(raw, SECRET, NOON);
    expect(isGenuine(header, NOON, ['whsec_new', SECRET])).toBe(true);
    expect(isGenuine(header, NOON, ['whsec_new', 'whsec_newer'])).toBe(false);
  });

  it('counts wherever it stands among others, and once the time is another it does not', () => {
    const [time, own] = signatureOf(raw, SECRET, NOON).split(',');
    const other = `v1=${'0'.repeat(64)}`;
    expect(isGenuine([other, time, other, own].join(','))).toBe(true);
    expect(isGenuine([`t=${NOON.getTime() / 1000 + 1}`, own].join(','))).toBe(false);
  });

  it('of text that holds a replacement character does not count for bytes that decode to one', () => {
    const header = signatureOf(Buffer.from('"\uFFFD"'), SECRET, NOON);
    expect(isGenuine(header, NOON, [SECRET], Buffer.from('"\uFFFD"'))).toBe(true);
    expect(isGenuine(header, NOON, [SECRET], Buffer.from([0x22, 0xff, 0x22]))).toBe(false);
  });

  it('costs no work at all when the header is longer than any honest one', () => {
    const header = `${signatureOf(raw, SECRET, NOON)}${',v1=00'.repeat(1000)}`;
    expect(isGenuine(header)).toBe(false);
  });

  it.each([undefined, '', 't=', 'v1=', '=,=', 't=1,v1', 't=1 ,v1=00', 'T=1,V1=00', 't=1e9,v1=00', '__proto__=1'])(
    'that reads %p is none',
    (header) => {
      expect(isGenuine(header)).toBe(false);
    },
  );
});
