import { clip } from '../live-region.ts';
import { Flow } from '../prompt/flow.ts';
import { displayWidth, padDisplay } from './display-width.ts';

const GAP = '   ';
/** What a column of words needs to be read, and what a name needs to be recognised. */
const WORDS_WIDTH = 24;
const NAME_WIDTH = 10;

/**
 * Columns aligned by padding, three spaces apart, as kubectl prints them. Wide characters count as two columns. With a
 * width no line is longer: the last column, which has words, is wrapped; then the longest of the others are cut; where that is
 * not enough the columns before the last are left out, from the right.
 */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[], width?: number): string {
  const all = [header, ...rows];
  const natural = header.map((_, column) => Math.max(...all.map((row) => displayWidth(row[column] ?? ''))));
  if (width === undefined || lineWidth(natural) <= width) return all.map((row) => formatLine(row, natural)).join('');
  const fitted = fittedWidths(natural, width);
  if (fitted === undefined && header.length > 2) {
    const without = (row: readonly string[]): readonly string[] => row.toSpliced(header.length - 2, 1);
    return formatTable(without(header), rows.map(without), width);
  }
  return all.map((row) => wrapped(row, fitted ?? natural)).join('');
}

function lineWidth(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1);
}

/** Undefined when the columns do not fit even at their smallest. */
function fittedWidths(natural: readonly number[], width: number): readonly number[] | undefined {
  const last = natural.length - 1;
  const widths = [...natural];
  const wanted = Math.min(WORDS_WIDTH, natural[last] ?? 0);
  widths[last] = wanted;
  while (lineWidth(widths) > width) {
    const longest = widths.slice(0, last).reduce((best, each, at, names) => (each > (names[best] ?? 0) ? at : best), 0);
    if (last === 0 || (widths[longest] ?? 0) <= NAME_WIDTH) return undefined;
    widths[longest] = Math.max(NAME_WIDTH, (widths[longest] ?? 0) - (lineWidth(widths) - width));
  }
  widths[last] = Math.min(natural[last] ?? 0, wanted + width - lineWidth(widths));
  return widths;
}

function formatLine(row: readonly string[], widths: readonly number[]): string {
  return `${row
    .map((cell, column) => padDisplay(cell, widths[column] ?? 0))
    .join(GAP)
    .trimEnd()}\n`;
}

function wrapped(row: readonly string[], widths: readonly number[]): string {
  const names = row.slice(0, -1).map((cell, column) => clip(cell, (widths[column] ?? 0) + 1));
  const words = row.at(-1) ?? '';
  const room = widths.at(-1) ?? 0;
  const lines = displayWidth(words) <= room ? [words] : new Flow(room).words(words).lines.map(joinSpans);
  const blank = names.map(() => '');
  return lines.map((line, at) => formatLine([...(at === 0 ? names : blank), line], widths)).join('');
}

function joinSpans(spans: readonly { readonly text: string }[]): string {
  return spans.map(({ text }) => text).join('');
}
