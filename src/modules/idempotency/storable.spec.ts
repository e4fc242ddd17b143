import { storable } from './storable.js';
import type { Answer } from './contract/answer.js';

const KIB_64 = 65_536;

describe('an answer as it is kept', () => {
  it('has of its headers those that a replay repeats, and no other', () => {
    const repeated = {
      location: '/api/orders/1',
      etag: '"2"',
      'content-type': 'application/json; charset=utf-8',
      'content-language': 'en',
      'last-modified': 'Sat, 14 Mar 2026 09:26:53 GMT',
    };
    const others = { 'set-cookie': 'a=b', date: 'now', 'x-request-id': '1', ratelimit: '"tenant";r=1;t=1' };
    const answer: Answer = { status: 201, headers: { ...repeated, ...others }, body: '{}' };
    expect(storable(answer)).toEqual({ status: 201, headers: repeated, body: '{}' });
  });

  it('keeps 64 KiB whole, counted in bytes', () => {
    const body = JSON.stringify('é'.repeat((KIB_64 - 2) / 2));
    expect(Buffer.byteLength(body)).toBe(KIB_64);
    expect(storable({ status: 200, headers: {}, body }).body).toBe(body);
  });

  it('says where the rest is to be read when its body is longer', () => {
    const body = JSON.stringify('é'.repeat(KIB_64 / 2));
    const headers = { location: '/api/orders/1', etag: '"2"', 'content-type': 'text/plain' };
    expect(storable({ status: 201, headers, body })).toEqual({
      status: 201,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      body: '{"instance":"/api/orders/1"}',
    });
  });
});
