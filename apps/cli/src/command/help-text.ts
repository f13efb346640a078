import type { Language } from '../language/language.ts';
import { commandWords } from '../language/words/command.ts';
import { displayWidth, padDisplay } from '../output/display-width.ts';
import type { Style } from '../terminal/style.ts';
import { wrapText } from '../terminal/wrap-text.ts';
import type { CliCommand, CommandGroup } from './cli-command.ts';
import { globalOptions } from './global-options.ts';
import { loadOptions } from './load-options.ts';
import type { Parameter } from './parameter.ts';

/** Whom help is written for. */
export interface HelpOptions {
  readonly language: Language;
  readonly style: Style;
  /** Columns of the terminal. */
  readonly width: number;
}

/** The groups in the order in which they are shown. */
export const COMMAND_GROUPS: readonly CommandGroup[] = ['start', 'author', 'deliver', 'runs', 'observe', 'platform'];

type Row = readonly [left: string, right: string];

/** All commands in their groups, or those whose names begin with the same words. */
export function familyHelp(commands: readonly CliCommand[], path: readonly string[], options: HelpOptions): string {
  const { language, style } = options;
  const say = commandWords[language];
  const rows = (group: readonly CliCommand[]): readonly Row[] =>
    group.map((command) => [usageOf(command), command.summary[language]]);
  const groups = COMMAND_GROUPS.map((group) => ({
    group,
    rows: rows(commands.filter((each) => each.group === group)),
  }));
  const common: readonly Row[] = [
    ...parameterRows(Object.values(globalOptions), language),
    ['-h, --help', say.showHelp],
    ...(path.length === 0 ? [['--version', say.showVersion] as const] : []),
  ];
  const whole = path.length === 0;
  const column = columnOf([...groups.flatMap((each) => each.rows), ...(whole ? common : [])]);
  const sections = groups
    .filter((each) => each.rows.length > 0)
    .map((each) => section(whole ? say[each.group] : say.commands, each.rows, column, options));
  return [
    whole ? `${say.about}\n\n` : '',
    `${style.bold(`${say.usage}:`)} ${['kubemin', ...path].join(' ')} ${say.anyCommand}\n`,
    ...sections,
    whole ? section(say.globalOptions, common, column, options) : '',
    `\n${whole ? say.moreHelp : `${say.moreHelp} ${say.allGlobals}`}\n`,
  ].join('');
}

/** One command: what it is for, what it takes, and examples. */
export async function commandHelp(command: CliCommand, options: HelpOptions): Promise<string> {
  const { language, style, width } = options;
  const say = commandWords[language];
  const taken = parameterRows(Object.values(command.arguments), language);
  const own = (await loadOptions(command)).map(({ parameter }) => parameter);
  const visible = own.filter(({ hidden }) => hidden !== true);
  const headings = [...new Set(visible.map(({ heading }) => heading))];
  const optionSections = headings.map((heading) => ({
    title: heading?.[language] ?? say.options,
    rows: parameterRows(
      visible.filter((each) => each.heading === heading),
      language,
    ),
  }));
  const column = columnOf([...taken, ...optionSections.flatMap(({ rows }) => rows)]);
  const more = command.help?.[language];
  return [
    `${wrapText(command.summary[language], width)}\n\n`,
    `${style.bold(`${say.usage}:`)} kubemin ${usageOf(command)} ${say.anyOptions}\n`,
    more === undefined ? '' : `\n${wrapText(more, width)}\n`,
    taken.length === 0 ? '' : section(say.arguments, taken, column, options),
    ...optionSections.map(({ title, rows }) => section(title, rows, column, options)),
    `\n${style.bold(`${say.examples}:`)}\n${command.examples.map(({ line }) => `  ${line}\n`).join('')}`,
    `\n${say.allGlobals}\n`,
  ].join('');
}

/** A command's words and arguments: `run ls <app>`. */
export function usageOf({ path, arguments: taken }: CliCommand): string {
  return [...path, ...Object.values(taken).map(({ form }) => form)].join(' ');
}

function parameterRows(parameters: readonly Parameter<unknown>[], language: Language): readonly Row[] {
  return parameters.map(({ form, summary, choices }) => {
    const indented = form.startsWith('--') ? `    ${form}` : form;
    return [indented, `${summary[language]}${choicesText(choices, language)}`];
  });
}

function choicesText(choices: readonly string[] | undefined, language: Language): string {
  return choices === undefined ? '' : ` ${commandWords[language].choices(choices.join(', '))}`;
}

/** Where the right column begins; forms that are longer get a line of their own. */
function columnOf(rows: readonly Row[]): number {
  const LONGEST = 34;
  const widths = rows.map(([left]) => displayWidth(left)).filter((width) => width <= LONGEST);
  return Math.max(12, ...widths) + 4;
}

function section(title: string, rows: readonly Row[], column: number, { style, width }: HelpOptions): string {
  const lines = rows.map(([left, right]) => {
    const indent = ' '.repeat(column);
    const text = wrapText(right, Math.max(24, width - column)).replaceAll('\n', `\n${indent}`);
    const lead = displayWidth(left) + 2 < column ? padDisplay(`  ${left}`, column) : `  ${left}\n${indent}`;
    return `${lead}${text}\n`;
  });
  return `\n${style.bold(`${title}:`)}\n${lines.join('')}`;
}
