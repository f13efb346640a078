import { displayWidth, padDisplay } from './display-width.ts';

/** Columns aligned by padding, three spaces apart, as kubectl prints them. Wide characters count as two columns. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => displayWidth(row[column] ?? ''))));
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => padDisplay(cell, widths[column] ?? 0))
          .join('   ')
          .trimEnd()}\n`,
    )
    .join('');
}
