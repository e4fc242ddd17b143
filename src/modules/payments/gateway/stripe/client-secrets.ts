/** Where Stripe writes a secret that lets its holder act for a customer: a member of its own, and inside of URLs. */
const SECRETS = /("client_secret"\s*:\s*")([^"\\]+)|([?&]client_secret=)([^"&#\\]+)/g;

const hidden = (secret: string): string => '*'.repeat(secret.length);

/** The same JSON, byte for byte, with every client secret hidden; what was signed is not changed but for them. */
export function withoutClientSecrets(raw: Buffer): Buffer {
  // One byte, one character: what is no ASCII passes through as it is.
  const text = raw.toString('latin1');
  const safe = text.replace(SECRETS, (_all, member?: string, value?: string, query?: string, inUrl?: string) =>
    member === undefined ? `${query}${hidden(inUrl ?? '')}` : `${member}${hidden(value ?? '')}`,
  );
  return safe === text ? raw : Buffer.from(safe, 'latin1');
}
