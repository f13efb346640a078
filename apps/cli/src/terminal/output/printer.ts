import type { CommandContext } from '../command-context.ts';
import type { OutputFormat } from './output-format.ts';
import { formatTable } from './table.ts';

/** A column of a table. */
export interface Column<T> {
  readonly title: string;
  cell(item: T): string;
  /** Shown by `-o wide` only. @default false */
  readonly wide?: boolean;
}

/** Rows for people. */
export interface Table {
  readonly columns: readonly Pick<Column<never>, 'title' | 'wide'>[];
  readonly rows: readonly (readonly string[])[];
}

/** A result in all output formats. */
export interface Printable {
  /** For programs, as `json` and `yaml` print it; of a list, `jsonl` prints one entry per line. */
  readonly data: unknown;
  /** For people: a table, or lines that end with a line break. */
  readonly table: Table | string;
  /** What `name` prints: names or ids that other commands take. */
  readonly names: readonly string[];
}

/** A list of things of one kind. */
export interface Listing<T> {
  readonly items: readonly T[];
  readonly columns: readonly Column<T>[];
  name(item: T): string;
  /** Printed instead of a table without rows. */
  readonly empty?: string;
}

type Format = (result: Printable, width: number | undefined) => string | Promise<string>;

const FORMATS: Readonly<Record<OutputFormat, Format>> = {
  table: ({ table }, width) => tableText(table, 'table', width),
  // All of it was asked for: an id that is cut is none.
  wide: ({ table }) => tableText(table, 'wide'),
  json: ({ data }) => `${JSON.stringify(data, null, 2)}\n`,
  yaml: yamlText,
  jsonl: ({ data }) => (Array.isArray(data) ? data : [data]).map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  name: ({ names }) => names.map((name) => `${name}\n`).join(''),
};

/** Loaded on demand: most output is a table. */
async function yamlText({ data }: Printable): Promise<string> {
  const { default: yaml } = await import('yaml');
  return yaml.stringify(data, { lineWidth: 0 });
}

/** Prints a result to stdout in the selected format, by default as a table. */
export async function print({ terminal, output = 'table' }: CommandContext, result: Printable): Promise<void> {
  terminal.out(await FORMATS[output](result, terminal.outWidth()));
}

/** Prints a list to stdout in the selected format. An empty list prints a message on stderr. */
export async function printList<T>(
  context: CommandContext,
  { items, columns, name, empty }: Listing<T>,
): Promise<void> {
  const { terminal, output = 'table' } = context;
  if (items.length === 0 && empty !== undefined && (output === 'table' || output === 'wide')) {
    terminal.err(`${empty}\n`);
    return;
  }
  await print(context, { data: items, table: toTable({ items, columns }), names: items.map(name) });
}

/** The rows of a list, with all its columns. */
export function toTable<T>({ items, columns }: Pick<Listing<T>, 'items' | 'columns'>): Table {
  return { columns, rows: items.map((item) => columns.map((column) => column.cell(item))) };
}

/** A table with the columns that a format shows, no wider than `width` allows. */
export function tableText(table: Table | string, format: 'table' | 'wide', width?: number): string {
  if (typeof table === 'string') return table;
  const shown = [...table.columns.keys()].filter((at) => format === 'wide' || table.columns[at]?.wide !== true);
  const pick = (row: readonly string[]): readonly string[] => shown.map((at) => row[at] ?? '');
  return formatTable(pick(table.columns.map(({ title }) => title)), table.rows.map(pick), width);
}
