import { withoutClientSecrets } from './client-secrets.js';

const keptOf = (text: string): string => withoutClientSecrets(Buffer.from(text)).toString();

describe('the bytes of an event that are kept', () => {
  it('hide a client secret, wherever it is, and nothing else', () => {
    const url = 'https://hooks.stripe.com/3d?client_secret=src_secret_1&merchant=acct_1';
    const event = { note: 'Grüße', id: 'pi_1', client_secret: 'pi_1_secret_9', next_action: { url } };
    const kept = keptOf(JSON.stringify(event, null, 2));
    expect(kept).not.toMatch(/pi_1_secret_9|src_secret_1/);
    expect(JSON.parse(kept)).toEqual({
      ...event,
      client_secret: '*'.repeat('pi_1_secret_9'.length),
      next_action: { url: url.replace('src_secret_1', '************') },
    });
  });

  it.each(['{"client_secret":null}', '{"client_secret":""}', '{"id":"pi_1","x":"secret_1"}', ' {} ', '\u0000ÿ'])(
    'are as they were sent where there is none: %j',
    (text) => {
      expect(withoutClientSecrets(Buffer.from(text)).equals(Buffer.from(text))).toBe(true);
    },
  );
});
