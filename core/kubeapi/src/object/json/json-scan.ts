/** The result of one quick scan of a document; `suspicious` may be a false alarm, `clean` never is. */
export type JsonVerdict =
  | { readonly kind: 'clean' }
  | { readonly kind: 'suspicious' }
  | { readonly kind: 'tooDeep'; readonly offset: number };

const CLEAN: JsonVerdict = { kind: 'clean' };
const SUSPICIOUS: JsonVerdict = { kind: 'suspicious' };

/** Fewer digits than this are exact in a double. */
const UNSAFE_DIGITS = 16;
/** Up to here keys are compared one by one; beyond, a set takes over, so that wide objects stay linear. */
const NARROW_KEYS = 16;
const ARRAY = -1;

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const UPPER_E = 69;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const LOWER_E = 101;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/**
 * Looks for what JSON.parse would hide: duplicate keys (by hash, so a collision is a false alarm), integers too long
 * for a double, nesting beyond the limit. Does not check syntax.
 */
export function scanJson(text: string, maxDepth: number): JsonVerdict {
  const { length } = text;
  /** Hashes of the keys of all open objects; `starts` has where those of each container begin. */
  const hashes: number[] = [];
  const starts: number[] = [];
  const wide: (Set<number> | undefined)[] = [];
  let keys = 0;
  let depth = 0;
  let start = ARRAY;
  let atKey = false;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= SPACE) continue;
    if (code === QUOTE && !atKey) {
      at = endOfString(text, at);
    } else if (code === QUOTE) {
      let hash = 0;
      for (at += 1; at < length; at += 1) {
        const next = text.charCodeAt(at);
        if (next === QUOTE) break;
        if (next === BACKSLASH) return SUSPICIOUS;
        hash = (Math.imul(hash, 31) + next) | 0;
      }
      if (keys - start < NARROW_KEYS) {
        for (let other = start; other < keys; other += 1) if (hashes[other] === hash) return SUSPICIOUS;
      } else {
        const set = wide[depth] ?? new Set(hashes.slice(start, keys));
        if (set.has(hash)) return SUSPICIOUS;
        wide[depth] = set.add(hash);
      }
      hashes[keys] = hash;
      keys += 1;
      atKey = false;
    } else if (code === COMMA) {
      atKey = start !== ARRAY;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      starts[depth] = start;
      depth += 1;
      if (depth > maxDepth) return { kind: 'tooDeep', offset: at };
      atKey = code === OPEN_BRACE;
      start = atKey ? keys : ARRAY;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (start !== ARRAY) {
        keys = start;
        wide[depth] = undefined;
      }
      depth = depth > 0 ? depth - 1 : 0;
      start = starts[depth] ?? ARRAY;
      atKey = false;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfDigits(text, at + 1);
      if (end - at >= UNSAFE_DIGITS && !isFraction(text.charCodeAt(end))) return SUSPICIOUS;
      at = end - 1;
    }
  }
  return CLEAN;
}

function endOfString(text: string, open: number): number {
  let end = text.indexOf('"', open + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

function endOfDigits(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < ZERO || code > NINE) break;
  }
  return at;
}

function isFraction(code: number): boolean {
  return code === DOT || code === LOWER_E || code === UPPER_E;
}
