import { readFile, writeFile } from 'node:fs/promises';
import { SETTING_GROUPS, type Setting, type SettingGroup } from '../apps/cli/src/settings/index.ts';

/** The page whose tables are generated. */
export const CONFIGURATION: URL = new URL('../docs/configuration.md', import.meta.url);

const BEGIN = '<!-- settings: made by npm run generate -->';
const END = '<!-- end of settings -->';

/** The page with its tables generated again; the text around them stays. */
export function configurationPage(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`the page lacks ${BEGIN} or ${END}`);
  return `${before}${BEGIN}\n\n${SETTING_GROUPS.map(groupTable).join('\n')}\n${END}${after}`;
}

const HEAD = ['flag', 'in a file', 'values', 'default', 'meaning'];

function groupTable({ title, settings }: SettingGroup): string {
  return `### ${title.en}\n\n${alignedTable([HEAD, ...settings.map(row)])}`;
}

/** As the formatter of the repository wants tables: columns as wide as their widest cell. */
function alignedTable(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const [head, ...body] = rows.map((cells) => line(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  return [head, line(widths.map((width) => '-'.repeat(width))), ...body, ''].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function row(setting: Setting<unknown>): readonly string[] {
  const { flag, yaml, type, doc } = setting;
  const names = yaml.map((path) => `\`${path}\``).join(', ');
  return [`\`--${flag}\``, names, type.name, defaults(setting), doc.en].map((cell) => cell.replaceAll('|', '\\|'));
}

function defaults({ type, default: standard, defaultFor = {}, only }: Setting<unknown>): string {
  const shown = standard === undefined ? '' : type.show(standard);
  const others = Object.entries(defaultFor).map(([command, value]) => `\`${type.show(value)}\` for \`${command}\``);
  const where = only === undefined ? [] : [`\`${only}\` only`];
  return [...(shown === '' ? [] : [`\`${shown}\``]), ...others, ...where].join('; ');
}

if (import.meta.main) await writeFile(CONFIGURATION, configurationPage(await readFile(CONFIGURATION, 'utf8')));
