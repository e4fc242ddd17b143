import { exactNumber } from './json-number.js';
import { jsonPointer } from './json-pointer.js';
import { JsonRefused } from './json-refused.js';

/** Our deepest document has three levels; a reader that stops here can use the call stack without fear of its end. */
const MAX_DEPTH = 32;

/**
 * Our largest document, an order of a hundred items, has some three hundred. Turning a document into its request class
 * costs tens of microseconds per value, and a body of the largest size could hold a hundred thousand.
 */
const MAX_VALUES = 2_000;

/** Member names that reach an object's prototype in code that copies members carelessly. */
const POISONOUS = new Set(['__proto__', 'constructor', 'prototype']);

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?/y;
const NUMBER_GOES_ON = /[\w.+-]/;

const [QUOTE, BACKSLASH, FIRST_PRINTABLE] = [0x22, 0x5c, 0x20];
const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20];

/** Reads one JSON text (RFC 8259) in one pass; the depth is checked before it descends. */
export class JsonReader {
  private at = 0;
  private depth = 0;
  private values = 0;
  private readonly path: (string | number)[] = [];

  constructor(private readonly text: string) {}

  /** The only value of the text. Throws `JsonRefused`. */
  document(): unknown {
    const value = this.value();
    if (this.peek() !== '') throw this.malformed();
    return value;
  }

  private value(): unknown {
    if (++this.values > MAX_VALUES) throw this.refused(`The document has more than ${MAX_VALUES} values.`);
    switch (this.peek()) {
      case '{':
        return this.object();
      case '[':
        return this.array();
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private object(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    this.open();
    if (this.peek() === '}') return this.close(object);
    for (;;) {
      if (this.peek() !== '"') throw this.malformed();
      const name = this.string();
      this.path.push(name);
      if (POISONOUS.has(name)) throw this.refused('This member name is not accepted.');
      if (Object.hasOwn(object, name)) throw this.refused('This member appears more than once in its object.');
      this.expect(':');
      object[name] = this.value();
      this.path.pop();
      if (this.peek() === '}') return this.close(object);
      this.expect(',');
    }
  }

  private array(): unknown[] {
    const array: unknown[] = [];
    this.open();
    if (this.peek() === ']') return this.close(array);
    for (;;) {
      this.path.push(array.length);
      array.push(this.value());
      this.path.pop();
      if (this.peek() === ']') return this.close(array);
      this.expect(',');
    }
  }

  private string(): string {
    const { text } = this;
    const start = this.at++;
    let escaped = false;
    for (;;) {
      const code = text.charCodeAt(this.at++);
      if (code === QUOTE) break;
      // NaN, the end of the text, is not printable either.
      if (!(code >= FIRST_PRINTABLE)) throw this.malformed(this.at - 1);
      if (code === BACKSLASH) {
        escaped = true;
        this.at++;
      }
    }
    return escaped ? this.unescape(text.slice(start, this.at), start) : text.slice(start + 1, this.at - 1);
  }

  /** Valid UTF-8 holds no lone surrogate and a raw NUL is no JSON, so only escapes can bring one in. */
  private unescape(quoted: string, start: number): string {
    let content: string;
    try {
      content = JSON.parse(quoted) as string;
    } catch {
      throw this.malformed(start);
    }
    if (content.includes('\0')) throw this.refused('A string must not contain a NUL character.');
    if (!content.isWellFormed()) throw this.refused('A string must not contain half of a surrogate pair.');
    return content;
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    if (!NUMBER.test(this.text)) throw this.malformed();
    const literal = this.text.slice(this.at, NUMBER.lastIndex);
    this.at = NUMBER.lastIndex;
    const next = this.text.charAt(this.at);
    if (next === 'e' || next === 'E') throw this.refused('A number must be written without an exponent.');
    if (NUMBER_GOES_ON.test(next)) throw this.malformed();
    const value = exactNumber(literal);
    if (value === undefined) throw this.refused('This number cannot be represented exactly.');
    return value;
  }

  private word<T>(word: string, meaning: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.malformed();
    this.at += word.length;
    return meaning;
  }

  private open(): void {
    if (++this.depth > MAX_DEPTH) throw this.refused(`The document is nested more than ${MAX_DEPTH} levels deep.`);
    this.at++;
  }

  private close<T>(container: T): T {
    this.depth--;
    this.at++;
    return container;
  }

  private expect(character: string): void {
    if (this.peek() !== character) throw this.malformed();
    this.at++;
  }

  /** The next character that is no white space; `''` at the end. */
  private peek(): string {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (code !== SPACE && code !== LINE_FEED && code !== CARRIAGE_RETURN && code !== TAB) return text.charAt(this.at);
      this.at++;
    }
  }

  private malformed(at = this.at): JsonRefused {
    const where = at < this.text.length ? `at character ${at + 1}` : 'at its end';
    return new JsonRefused(jsonPointer(this.path), `The body is not valid JSON: it goes wrong ${where}.`);
  }

  private refused(detail: string): JsonRefused {
    return new JsonRefused(jsonPointer(this.path), detail);
  }
}
