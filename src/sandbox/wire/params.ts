import { invalidParam } from './wire-refusal.js';

/** Metadata limits of docs.stripe.com/api/metadata. */
const METADATA = { keys: 50, keyLength: 40, valueLength: 500 };

/** The parameters of one request as Stripe's form encoding writes them: `a=1`, `list[0]=x`, `map[key]=y`. */
export class Params {
  readonly #entries: readonly (readonly [string, string])[];

  constructor(encoded: string) {
    this.#entries = encoded === '' ? [] : [...new URLSearchParams(encoded)];
  }

  /** Order and encoding do not matter to it: equal parameters have equal text. */
  canonical(): string {
    return JSON.stringify(this.#entries.toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)));
  }

  get(name: string): string | undefined {
    return this.#entries.find(([key]) => key === name)?.[1];
  }

  list(name: string): string[] {
    return this.#entries.filter(([key]) => key === name || inside(key, name) !== undefined).map(([, value]) => value);
  }

  map(name: string): Record<string, string> {
    return Object.fromEntries(
      this.#entries.flatMap(([key, value]) => {
        const member = inside(key, name);
        return member ? [[member, value]] : [];
      }),
    );
  }

  boolean(name: string): boolean {
    const value = this.get(name) ?? 'false';
    if (value === 'true' || value === 'false') return value === 'true';
    throw invalidParam(name, `Invalid boolean: ${value}`);
  }

  integer(name: string): number | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (!/^-?\d{1,16}$/.test(value) || !Number.isSafeInteger(number)) {
      throw invalidParam(name, `Invalid integer: ${value}`, 'parameter_invalid_integer');
    }
    return number;
  }

  metadata(): Record<string, string> {
    const metadata = this.map('metadata');
    const members = Object.entries(metadata);
    if (members.length > METADATA.keys) throw invalidParam('metadata', `Metadata takes ${METADATA.keys} keys.`);
    for (const [key, value] of members) {
      if (key.length > METADATA.keyLength) {
        throw invalidParam('metadata', `Metadata keys have at most ${METADATA.keyLength} characters: ${key}`);
      }
      if (value.length > METADATA.valueLength) {
        throw invalidParam(`metadata[${key}]`, `Metadata values have at most ${METADATA.valueLength} characters.`);
      }
    }
    return metadata;
  }

  /** Stripe refuses what it does not know, so that a misspelt parameter is never silently ignored. */
  allowOnly(...names: string[]): void {
    for (const [key] of this.#entries) {
      const name = key.split('[', 1)[0] ?? key;
      if (!names.includes(name)) throw invalidParam(name, `Received unknown parameter: ${name}`, 'parameter_unknown');
    }
  }
}

function inside(key: string, name: string): string | undefined {
  return key.startsWith(`${name}[`) && key.endsWith(']') ? key.slice(name.length + 1, -1) : undefined;
}
