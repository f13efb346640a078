import type { ConfigRow } from './config-row.ts';

const WIDTH = 40;

/** What `--help` of a program prints: every flag with its meaning and what counts without it. */
export function helpText(name: string, rows: readonly ConfigRow<unknown>[]): string {
  const flags = rows.filter(({ only }) => only !== 'file');
  const lines: readonly (readonly [string, string])[] = [
    ['-c, --config FILE', 'Read settings from this YAML file; flags and variables count before it.'],
    ...flags.map((row) => [flagText(row), `${row.doc}${defaultText(row)}`] as const),
    ['--print-config', 'Print the settings in effect, each with where it comes from, and end.'],
    ['--help', 'Print this, and end.'],
  ];
  return `Usage: ${name} [flags]\n\n${lines.map(([flag, doc]) => `  ${flag.padEnd(WIDTH)} ${doc}`).join('\n')}\n`;
}

function flagText({ flag, type }: ConfigRow<unknown>): string {
  return type.form === 'switch' ? `--${flag}` : `--${flag} ${type.form === 'list' ? 'A,B' : 'VALUE'}`;
}

function defaultText({ type, default: value }: ConfigRow<unknown>): string {
  const shown = value === undefined ? '' : String(type.show(value));
  return shown === '' || shown === 'false' ? '' : ` (default: ${shown})`;
}
