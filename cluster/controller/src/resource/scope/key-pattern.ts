import { TerminalError, toError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { resourceMessages } from '../../messages/index.ts';

const MAX_CHARACTERS = 256;
const REGEXP_PREFIX = 're:';

/** Matches keys: `namespace/name` or `name`. */
export interface KeyPattern {
  matches(key: string): boolean;
}

interface PatternTerm {
  readonly negated: boolean;
  matches(key: string): boolean;
}

/**
 * Parses a filter of keys: terms separated by commas, `!` before one that excludes, `re:` before a regular
 * expression (of the whole key), and otherwise names with `*` (not across `/`), `**` and `?`. A name without `/` is
 * matched in every namespace. A key matches when an including term matches it, or there are none, and no excluding term
 * does. Throws FILTER_INVALID with the position.
 */
export function parseKeyPattern(text: string): KeyPattern {
  const terms: PatternTerm[] = [];
  let position = 1;
  for (const part of text.split(',')) {
    const trimmed = part.trim();
    terms.push(parseTerm(trimmed, { text, position: position + part.indexOf(trimmed) }));
    position += part.length + 1;
  }
  const including = terms.filter(({ negated }) => !negated);
  const excluding = terms.filter(({ negated }) => negated);
  return {
    matches: (key) =>
      (including.length === 0 || including.some((term) => term.matches(key))) &&
      !excluding.some((term) => term.matches(key)),
  };
}

interface Place {
  readonly text: string;
  readonly position: number;
}

function parseTerm(written: string, place: Place): PatternTerm {
  const negated = written.startsWith('!');
  const body = negated ? written.slice(1).trim() : written;
  if (body === '') throw filterError(place, resourceMessages.termMissing);
  if (body.length > MAX_CHARACTERS) throw filterError(place, resourceMessages.termTooLong({ limit: MAX_CHARACTERS }));
  if (body.startsWith(REGEXP_PREFIX)) {
    const expression = compilePattern(body.slice(REGEXP_PREFIX.length), place);
    return { negated, matches: (key) => expression.test(key) };
  }
  const expression = compilePattern(globSource(body, place), place);
  if (body.includes('/')) return { negated, matches: (key) => expression.test(key) };
  return { negated, matches: (key) => expression.test(key.slice(key.indexOf('/') + 1)) };
}

function compilePattern(source: string, place: Place): RegExp {
  try {
    return new RegExp(`^(?:${source})$`, 'u');
  } catch (cause) {
    throw filterError(place, resourceMessages.notRegExp({ reason: toError(cause).message }), cause);
  }
}

const WILDCARDS: Readonly<Record<string, string>> = { '**': '.*', '*': '[^/]*', '?': '[^/]' };

function globSource(glob: string, place: Place): string {
  const odd = /[^\w.:*?/-]/.exec(glob);
  if (odd !== null) {
    const at = { ...place, position: place.position + odd.index };
    throw filterError(at, resourceMessages.oddCharacter({ character: odd[0] }));
  }
  return glob.replace(/\*\*|[*?]|[.]/g, (found) => WILDCARDS[found] ?? `\\${found}`);
}

function filterError({ text, position }: Place, why: Message, cause?: unknown): TerminalError {
  return new TerminalError(resourceMessages.filterInvalid({ text, position, why }), {
    code: 'FILTER_INVALID',
    cause,
  });
}
