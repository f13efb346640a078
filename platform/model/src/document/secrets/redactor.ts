import { isRecord } from '@kubemin/base';

/** What stands in place of every secret value that is shown. Sent back, it means "unchanged". */
export const SECRET_MASK = '********';

/** Shorter ones occur by chance in any text; where they belong they are masked all the same. */
const SHORTEST = 4;
/** A part of a value, as a line of a certificate, has to be longer to be secret. */
const SHORTEST_PART = 8;
/** Beyond this a value is a file, and is known by its lines. */
const LONGEST_CUT = 4_096;

/**
 * Takes the secret values it knows out of texts, however they got there: as they are, as JSON or a URL writes them, in
 * base64 (also as part of something longer, as `user:password` is), and cut off at the end of the text.
 */
export class Redactor {
  /** Longer ones first: a value may be part of another. */
  readonly #needles: readonly string[];

  constructor(values: Iterable<string>) {
    const needles = new Set([...values].filter((value) => value.trim().length >= SHORTEST).flatMap(encodedForms));
    this.#needles = [...needles].sort((left, right) => right.length - left.length);
  }

  text(text: string): string {
    let out = text;
    for (const needle of this.#needles) if (out.includes(needle)) out = out.replaceAll(needle, SECRET_MASK);
    return this.#withoutBeginning(out);
  }

  /** The same value with every text in it redacted, names of fields too. */
  value(value: unknown): unknown {
    if (this.#needles.length === 0) return value;
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((entry) => this.value(entry));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [this.text(key), this.value(entry)]));
  }

  /** A text that was cut short may end within a value. */
  #withoutBeginning(text: string): string {
    for (const needle of this.#needles) {
      if (needle.length > LONGEST_CUT) continue;
      for (let length = Math.min(needle.length - 1, text.length); length >= SHORTEST_PART; length -= 1) {
        if (text.endsWith(needle.slice(0, length))) return `${text.slice(0, -length)}${SECRET_MASK}`;
      }
    }
    return text;
  }
}

function encodedForms(value: string): readonly string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  const parts = lines.length > 1 ? lines.filter((line) => line.length >= SHORTEST_PART) : [];
  return [value, value.trim(), ...parts].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text.toWellFormed()),
    ...base64Forms(text),
  ]);
}

/** The part of base64 that is the same whatever stands before and after, for each of the three ways it may fall. */
function base64Forms(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  return [0, 1, 2].flatMap((before) => {
    const encoded = btoa(binary(new Uint8Array([...new Uint8Array(before), ...bytes])));
    const whole = encoded.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 8) / 6));
    return whole.length < SHORTEST_PART ? [] : [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function binary(bytes: Uint8Array): string {
  let out = '';
  for (const byte of bytes) out += String.fromCharCode(byte);
  return out;
}
