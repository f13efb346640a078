import { once } from '@kubemin/base';

// Making one loads tables for 10 ms, and hardly any text of ours needs it.
const segmenter = once(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));
const ESCAPE = '\u001b';
const COLOUR_CODES = new RegExp(`${ESCAPE}\\[[\\d;]*m`, 'g');
/** Most texts are; they need not be taken apart. */
const PLAIN = /^[\x20-\x7e]*$/;
/** Latin, punctuation, arrows, boxes, signs, Chinese: none of these joins the one beside it. */
const APART =
  /^[\x20-\x7e\u00a0-\u02ff\u2010-\u2027\u2030-\u203b\u2190-\u22ff\u2500-\u25ff\u2700-\u27bf\u3000-\u3029\u4e00-\u9fff\uff01-\uff60]*$/;
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]*$/u;
const EMOJI = /\p{Emoji_Presentation}|\uFE0F/u;
/** East Asian Wide and Fullwidth, in blocks. */
const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

/** The characters of a text as people count them. */
export function graphemes(text: string): readonly string[] {
  return APART.test(text) ? [...text] : Array.from(segmenter().segment(text), ({ segment }) => segment);
}

/** The columns a text takes in a terminal: two for a Chinese character, none for colours and what joins others. */
export function displayWidth(text: string): number {
  const shown = text.replaceAll(COLOUR_CODES, '');
  if (PLAIN.test(shown)) return shown.length;
  return graphemes(shown).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

/** The text with spaces behind it up to this many columns. */
export function padDisplay(text: string, width: number): string {
  return `${text}${' '.repeat(Math.max(0, width - displayWidth(text)))}`;
}

/** The same for one character. */
export function graphemeWidth(grapheme: string): number {
  if (ZERO.test(grapheme)) return 0;
  const code = grapheme.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  return EMOJI.test(grapheme) || WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}
