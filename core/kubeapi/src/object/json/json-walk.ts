import { JsonError } from './json-error.ts';
import type { JsonPath } from './json-path.ts';

/** An integer that a double cannot hold. */
export interface InexactInteger {
  readonly path: JsonPath;
  /** As it was written. */
  readonly text: string;
}

/** What JSON.parse hides. */
export interface JsonFindings {
  /** Paths of keys that occur again in their object; once per path. */
  readonly duplicates: readonly JsonPath[];
  readonly inexact: readonly InexactInteger[];
}

/** Enough to see what is wrong; bounds the messages that a hostile document can cause. */
const MAX_FINDINGS = 100;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/**
 * Reads a document character by character, as strictly as JSON.parse: slower than it, but knows where things are.
 * Throws JsonError at the first character that JSON does not allow. Recursive: check the depth before.
 */
export function walkJson(text: string): JsonFindings {
  return new JsonWalker(text).walk();
}

class JsonWalker {
  readonly #text: string;
  readonly #path: (string | number)[] = [];
  readonly #duplicates: JsonPath[] = [];
  readonly #inexact: InexactInteger[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  walk(): JsonFindings {
    this.#value();
    this.#space();
    if (this.#at < this.#text.length) this.#fail('after top-level value');
    return { duplicates: this.#duplicates, inexact: this.#inexact };
  }

  #value(): void {
    this.#space();
    const next = this.#text[this.#at];
    if (next === '{') this.#object();
    else if (next === '[') this.#array();
    else if (next === '"') this.#string();
    else if (next === 't') this.#literal('true');
    else if (next === 'f') this.#literal('false');
    else if (next === 'n') this.#literal('null');
    else if (next !== undefined && /[-0-9]/.test(next)) this.#number();
    else this.#fail('looking for beginning of value');
  }

  #object(): void {
    this.#at += 1;
    const seen = new Set<string>();
    const reported = new Set<string>();
    for (let first = true; ; first = false) {
      this.#space();
      if (first && this.#take('}')) return;
      if (this.#text[this.#at] !== '"') this.#fail('looking for beginning of object key string');
      const key = this.#string();
      this.#space();
      if (!this.#take(':')) this.#fail('after object key');
      this.#path.push(key);
      if (seen.has(key) && !reported.has(key)) {
        reported.add(key);
        if (this.#duplicates.length < MAX_FINDINGS) this.#duplicates.push([...this.#path]);
      }
      seen.add(key);
      this.#value();
      this.#path.pop();
      this.#space();
      if (this.#take('}')) return;
      if (!this.#take(',')) this.#fail('after object key:value pair');
    }
  }

  #array(): void {
    this.#at += 1;
    this.#space();
    if (this.#take(']')) return;
    for (let index = 0; ; index += 1) {
      this.#path.push(index);
      this.#value();
      this.#path.pop();
      this.#space();
      if (this.#take(']')) return;
      if (!this.#take(',')) this.#fail('after array element');
    }
  }

  #string(): string {
    const start = this.#at;
    let escaped = false;
    for (this.#at += 1; ; this.#at += 1) {
      const next = this.#text[this.#at];
      if (next === '"') break;
      if (next === undefined || next < ' ') this.#fail('in string literal');
      if (next === '\\') {
        escaped = true;
        this.#escape();
      }
    }
    this.#at += 1;
    const source = this.#text.slice(start, this.#at);
    if (!escaped) return source.slice(1, -1);
    const value: unknown = JSON.parse(source);
    return String(value);
  }

  #escape(): void {
    this.#at += 1;
    const next = this.#text[this.#at] ?? '';
    if (next === '' || !'"\\/bfnrtu'.includes(next)) this.#fail('in string escape code');
    if (next !== 'u') return;
    for (let digit = 0; digit < 4; digit += 1) {
      this.#at += 1;
      if (!/[0-9a-fA-F]/.test(this.#text[this.#at] ?? '')) this.#fail('in \\u hexadecimal character escape');
    }
  }

  #literal(word: string): void {
    for (const letter of word) {
      if (this.#text[this.#at] !== letter) this.#fail(`in literal ${word} (expecting '${letter}')`);
      this.#at += 1;
    }
  }

  #number(): void {
    const start = this.#at;
    this.#take('-');
    if (!this.#take('0')) this.#digits();
    const integer = this.#text.slice(start, this.#at);
    const fraction = this.#take('.');
    if (fraction) this.#digits();
    const exponent = this.#take('e') || this.#take('E');
    if (exponent) {
      if (!this.#take('+')) this.#take('-');
      this.#digits();
    }
    if (fraction || exponent || !isInexact(integer) || this.#inexact.length >= MAX_FINDINGS) return;
    this.#inexact.push({ path: [...this.#path], text: integer });
  }

  #digits(): void {
    const start = this.#at;
    while (/[0-9]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    if (this.#at === start) this.#fail('in numeric literal');
  }

  #space(): void {
    for (; ; this.#at += 1) {
      const next = this.#text[this.#at];
      if (next !== ' ' && next !== '\n' && next !== '\r' && next !== '\t') return;
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #fail(where: string): never {
    const found = this.#text.codePointAt(this.#at);
    const what =
      found === undefined
        ? 'unexpected end of JSON input'
        : `invalid character ${JSON.stringify(String.fromCodePoint(found))} ${where}`;
    throw new JsonError(what, { text: this.#text, offset: this.#at });
  }
}

/** Beyond 64 bits Kubernetes reads a double itself; in between it keeps every digit, and a double does not. */
function isInexact(integer: string): boolean {
  if (integer.length > 20 || String(Number(integer)) === integer || integer === '-0') return false;
  const value = BigInt(integer);
  return value >= INT64_MIN && value <= INT64_MAX;
}
