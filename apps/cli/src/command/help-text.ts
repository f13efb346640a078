import { commandMessages } from '../messages/index.ts';
import { displayWidth, padDisplay, type Style, type Translate, wrapText } from '../terminal/index.ts';
import type { CliCommand, CommandGroup } from './cli-command.ts';
import { globalOptions } from './global-options.ts';
import { loadOptions } from './load-options.ts';
import type { Parameter } from './parameter.ts';

/** Whom help is written for. */
export interface HelpOptions {
  readonly translate: Translate;
  readonly style: Style;
  /** Columns of the terminal. */
  readonly width: number;
}

/** The groups in the order in which they are shown. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  'start',
  'author',
  'deliver',
  'runs',
  'observe',
  'functions',
  'platform',
];

type Row = readonly [left: string, right: string];

/** All commands in their groups, or those whose names begin with the same words. */
export function familyHelp(commands: readonly CliCommand[], path: readonly string[], options: HelpOptions): string {
  const { translate, style } = options;
  const rows = (group: readonly CliCommand[]): readonly Row[] =>
    group.map((command) => [usageLine(command), command.summary[translate.language]]);
  const groups = COMMAND_GROUPS.map((group) => ({
    group,
    rows: rows(commands.filter((each) => each.group === group)),
  }));
  const common: readonly Row[] = [
    ...parameterRows(Object.values(globalOptions), translate),
    ['-h, --help', translate(commandMessages.showHelp)],
    ...(path.length === 0 ? [['--version', translate(commandMessages.showVersion)] as const] : []),
  ];
  const whole = path.length === 0;
  const column = columnWidth([...groups.flatMap((each) => each.rows), ...(whole ? common : [])]);
  const sections = groups
    .filter((each) => each.rows.length > 0)
    .map((each) =>
      section(
        whole ? translate(commandMessages[each.group]) : translate(commandMessages.commands),
        each.rows,
        column,
        options,
      ),
    );
  return [
    whole ? `${translate(commandMessages.about)}\n\n` : '',
    `${style.bold(`${translate(commandMessages.usage)}:`)} ${['kubemin', ...path].join(' ')} ${translate(commandMessages.anyCommand)}\n`,
    ...sections,
    whole ? section(translate(commandMessages.globalOptions), common, column, options) : '',
    `\n${whole ? translate(commandMessages.moreHelp) : `${translate(commandMessages.moreHelp)} ${translate(commandMessages.allGlobals)}`}\n`,
  ].join('');
}

/** One command: what it is for, what it takes, and examples. */
export async function commandHelp(command: CliCommand, options: HelpOptions): Promise<string> {
  const { translate, style, width } = options;
  const taken = parameterRows(Object.values(command.arguments), translate);
  const own = (await loadOptions(command)).map(({ parameter }) => parameter);
  const visible = own.filter(({ hidden }) => hidden !== true);
  const headings = [...new Set(visible.map(({ heading }) => heading))];
  const optionSections = headings.map((heading) => ({
    title: heading?.[translate.language] ?? translate(commandMessages.options),
    rows: parameterRows(
      visible.filter((each) => each.heading === heading),
      translate,
    ),
  }));
  const column = columnWidth([...taken, ...optionSections.flatMap(({ rows }) => rows)]);
  const more = command.help?.[translate.language];
  return [
    `${wrapText(command.summary[translate.language], width)}\n\n`,
    `${style.bold(`${translate(commandMessages.usage)}:`)} kubemin ${usageLine(command)} ${translate(commandMessages.anyOptions)}\n`,
    more === undefined ? '' : `\n${wrapText(more, width)}\n`,
    taken.length === 0 ? '' : section(translate(commandMessages.arguments), taken, column, options),
    ...optionSections.map(({ title, rows }) => section(title, rows, column, options)),
    `\n${style.bold(`${translate(commandMessages.examples)}:`)}\n${command.examples.map(({ line }) => `  ${line}\n`).join('')}`,
    `\n${translate(commandMessages.allGlobals)}\n`,
  ].join('');
}

/** A command's words and arguments: `run ls <app>`. */
export function usageLine({ path, arguments: taken }: CliCommand): string {
  return [...path, ...Object.values(taken).map(({ form }) => form)].join(' ');
}

function parameterRows(parameters: readonly Parameter<unknown>[], translate: Translate): readonly Row[] {
  return parameters.map(({ form, summary, choices }) => {
    const indented = form.startsWith('--') ? `    ${form}` : form;
    return [indented, `${summary[translate.language]}${choicesText(choices, translate)}`];
  });
}

function choicesText(choices: readonly string[] | undefined, translate: Translate): string {
  return choices === undefined ? '' : ` ${translate(commandMessages.choices({ all: choices.join(', ') }))}`;
}

/** Where the right column begins; forms that are longer get a line of their own. */
function columnWidth(rows: readonly Row[]): number {
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
