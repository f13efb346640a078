import type { Finding } from './finding.ts';

/** For people: what was measured, against what, and what was aimed for. */
export function findingsTable(findings: readonly Finding[]): string {
  const rows = findings.map((finding) => {
    const { name, unit, value, base, ratio, than = 'bare', aim = '' } = finding;
    return [
      name,
      `${number(value)} ${unit}`,
      base === undefined ? '' : `${number(base)} ${unit}`,
      base === undefined ? '' : than,
      ratio === undefined ? '' : `${ratio.toFixed(2)}×`,
      aim,
    ];
  });
  return textTable([['', 'KubeMin', 'base', '', 'ratio', 'aim'], ...rows]);
}

/** For machines: one line. */
export function findingsLine(about: Readonly<Record<string, unknown>>, findings: readonly Finding[]): string {
  const results = findings.map((finding) => {
    const { name, unit, value, base, ratio, than = 'bare' } = finding;
    const against = ratio === undefined ? {} : { base: round(base ?? 0), than, ratio: round(ratio) };
    return [name, { value: round(value), unit, ...against }] as const;
  });
  return JSON.stringify({ ...about, results: Object.fromEntries(results) });
}

function number(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

/** Lines with aligned columns: the first to the left, numbers to the right. */
function textTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}
