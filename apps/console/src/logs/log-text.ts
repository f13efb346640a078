/** The colours of a terminal that a log may use; the theme decides their shades. */
const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
export type LogColour = (typeof COLOURS)[number];

interface Style {
  readonly colour?: LogColour;
  readonly bold?: boolean;
  readonly faint?: boolean;
  readonly italic?: boolean;
  readonly underlined?: boolean;
}

/** A piece of a line with one style. */
export interface LogSegment extends Style {
  readonly text: string;
}

const ESCAPE = '\u001b';
/** CSI sequences with their parameters and end, strings such as titles and links, and sequences of two characters. */
const SEQUENCE = new RegExp(
  `${ESCAPE}\\[([0-?]*)[ -/]*([@-~])|${ESCAPE}[\\]PX^_][^\\u0007${ESCAPE}]*(?:\\u0007|${ESCAPE}\\\\)?|${ESCAPE}[ -/]*[0-~]?`,
  'g',
);
/** Control characters, and characters that change the direction or hide: what a log could deceive with. */
const HIDDEN_SET =
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]';
const HIDDEN = new RegExp(HIDDEN_SET, 'g');
const HAS_HIDDEN = new RegExp(HIDDEN_SET);

/** The text of a line without the sequences of terminals, with hidden characters made visible: what is searched and copied. */
export function plainLogText(text: string): string {
  if (!HAS_HIDDEN.test(text)) return text;
  return showHidden(text.includes(ESCAPE) ? text.replace(SEQUENCE, '') : text);
}

/** The pieces of a line: colours and weights as styles, all other sequences removed. Joined, they are its plain text. */
export function parseLogText(text: string): readonly LogSegment[] {
  if (!text.includes(ESCAPE)) return text === '' ? [] : [{ text: plainLogText(text) }];
  const segments: LogSegment[] = [];
  let style: Style = {};
  let end = 0;
  const add = (piece: string): void => {
    if (piece !== '') segments.push({ text: showHidden(piece), ...style });
  };
  for (const match of text.matchAll(SEQUENCE)) {
    add(text.slice(end, match.index));
    end = match.index + match[0].length;
    if (match[2] === 'm') style = nextStyle(style, match[1] ?? '');
  }
  add(text.slice(end));
  return segments;
}

function showHidden(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.charCodeAt(0);
    // The picture of a control character; others by their number.
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/** The style after a sequence `ESC [ parameters m`. Colours beyond the sixteen basic ones are left out. */
function nextStyle(before: Style, parameters: string): Style {
  let style = before;
  const codes = parameters.split(/[;:]/).map(Number);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 38 || code === 48) {
      // An extended colour has its own parameters: 5;n or 2;r;g;b.
      at += codes[at + 1] === 5 ? 2 : 4;
      continue;
    }
    style = applyCode(style, code);
  }
  return style;
}

function applyCode(style: Style, code: number): Style {
  if (code === 0) return {};
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, faint: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4) return { ...style, underlined: true };
  if (code === 22) return { ...style, bold: false, faint: false };
  if (code === 23) return { ...style, italic: false };
  if (code === 24) return { ...style, underlined: false };
  if (code === 39) return withoutColour(style);
  const colour = COLOURS[code >= 90 && code <= 97 ? code - 90 : code - 30];
  return colour === undefined ? style : { ...style, colour };
}

function withoutColour({ colour: _, ...style }: Style): Style {
  return style;
}

/** How serious a line is, as far as its beginning states it. */
export type LogLevel = 'error' | 'warning' | 'other';

/** What is shown at least: everything, warnings and errors, or errors. */
export type LeastLevel = 'all' | 'warning' | 'error';

export function isLevelShown(level: LogLevel, least: LeastLevel): boolean {
  return least === 'all' || level === 'error' || level === least;
}

const ERROR_WORD = /\b(?:error|err|fatal|panic|critical|emerg|alert|exception)\b/i;
const WARNING_WORD = /\b(?:warn|warning)\b/i;
const LEVEL_FIELD = /"(?:level|severity|lvl)"\s*:\s*"?(\w+)/i;
/** Where loggers write the level: after a time and a name at most. */
const LEVEL_PREFIX = 48;

/** The level of a line: the field `level` of a JSON line, or a word at the beginning of others. */
export function logLevel(plain: string): LogLevel {
  const start = plain.startsWith('{') ? (LEVEL_FIELD.exec(plain)?.[1] ?? '') : plain.slice(0, LEVEL_PREFIX);
  if (ERROR_WORD.test(start)) return 'error';
  return WARNING_WORD.test(start) ? 'warning' : 'other';
}

/** A filter as the user wrote it: a text, or a regular expression between slashes. Undefined: not a valid expression. */
export function parseLogFilter(text: string): RegExp | undefined {
  const expression = /^\/(.+)\/([im]*)$/.exec(text);
  try {
    return expression === null
      ? new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi')
      : new RegExp(expression[1] ?? '', `g${expression[2]}`);
  } catch {
    return undefined;
  }
}

/** A piece of a segment, and whether the filter found it. */
export interface LogPiece extends LogSegment {
  /** Where it begins in the line. */
  readonly at: number;
  readonly isFound: boolean;
}

/** Splits segments where a filter matches the line as a whole. */
export function markFound(segments: readonly LogSegment[], filter: RegExp | undefined): readonly LogPiece[] {
  const line = segments.map(({ text }) => text).join('');
  const found = filter === undefined ? [] : [...line.matchAll(filter)].filter(([text]) => text !== '');
  const cuts = found.flatMap((match) => [match.index, match.index + match[0].length]);
  const isFound = (at: number): boolean =>
    found.some((match) => at >= match.index && at < match.index + match[0].length);
  let start = 0;
  return segments.flatMap((segment) => {
    const end = start + segment.text.length;
    const bounds = [start, ...cuts.filter((cut) => cut > start && cut < end), end];
    const pieces = bounds.slice(0, -1).map((at, index) => ({
      ...segment,
      text: line.slice(at, bounds[index + 1]),
      at,
      isFound: isFound(at),
    }));
    start = end;
    return pieces;
  });
}

/** A line of JSON as a text and its other fields. */
export interface StructuredLine {
  readonly message: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

const MESSAGE_FIELDS = ['message', 'msg', 'text'];

/**
 * Reads a line that is one JSON object; undefined for all others. JSON can spell hidden characters and sequences of terminals
 * with letters alone, so that its texts are made plain after they are read.
 */
export function parseStructured(plain: string): StructuredLine | undefined {
  if (!plain.startsWith('{') || !plain.endsWith('}')) return undefined;
  const entries = readEntries(plain);
  if (entries === undefined) return undefined;
  const found = MESSAGE_FIELDS.find((name) =>
    entries.some(([key, value]) => key === name && typeof value === 'string'),
  );
  return {
    message: plainLogText(entries.flatMap(([key, value]) => (key === found ? [String(value)] : [])).join('')),
    fields: entries.flatMap(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return name === found ? [] : [{ name: plainLogText(name), value: plainLogText(text) }];
    }),
  };
}

function readEntries(text: string): readonly (readonly [string, unknown])[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
  } catch {
    return undefined;
  }
}
