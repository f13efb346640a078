import { graphemes } from '../output/display-width.ts';
import type { Key } from './key.ts';

/** A line being typed, and where in it: between two texts, so that no position can be out of bounds. */
export interface TextLine {
  readonly before: string;
  readonly after: string;
}

/** A line with nothing in it. */
export const EMPTY_LINE: TextLine = { before: '', after: '' };

/** Everything that was typed. */
export function lineText({ before, after }: TextLine): string {
  return before + after;
}

type Edit = (line: TextLine) => TextLine;

const toStart: Edit = (line) => ({ before: '', after: lineText(line) });
const toEnd: Edit = (line) => ({ before: lineText(line), after: '' });
const withoutLast = (text: string): string => graphemes(text).slice(0, -1).join('');
const withoutFirst = (text: string): string => graphemes(text).slice(1).join('');

function left({ before, after }: TextLine): TextLine {
  const shorter = withoutLast(before);
  return { before: shorter, after: before.slice(shorter.length) + after };
}

function right({ before, after }: TextLine): TextLine {
  const first = graphemes(after)[0] ?? '';
  return { before: before + first, after: after.slice(first.length) };
}

/** What the editing keys do. */
const EDITS: ReadonlyMap<string, Edit> = new Map<string, Edit>([
  ['left', left],
  ['ctrl-b', left],
  ['right', right],
  ['ctrl-f', right],
  ['home', toStart],
  ['ctrl-a', toStart],
  ['end', toEnd],
  ['ctrl-e', toEnd],
  ['backspace', ({ before, after }) => ({ before: withoutLast(before), after })],
  ['ctrl-h', ({ before, after }) => ({ before: withoutLast(before), after })],
  ['delete', ({ before, after }) => ({ before, after: withoutFirst(after) })],
  ['ctrl-d', ({ before, after }) => ({ before, after: withoutFirst(after) })],
  ['ctrl-u', ({ after }) => ({ before: '', after })],
  ['ctrl-k', ({ before }) => ({ before, after: '' })],
  ['ctrl-w', ({ before, after }) => ({ before: before.replace(/\S*\s*$/, ''), after })],
]);

/** The line after a key; the same line for a key that edits nothing. */
export function edited(line: TextLine, key: Key): TextLine {
  if (key.kind === 'text') return { before: line.before + key.text, after: line.after };
  return EDITS.get(key.name)?.(line) ?? line;
}
