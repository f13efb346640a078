import {
  type CliCommand,
  COMMAND_GROUPS,
  globalOptions,
  loadOptions,
  type Parameter,
  usageLine,
} from '../../apps/cli/src/command/index.ts';
import { commandMessages } from '../../apps/cli/src/messages/index.ts';
import { translateTo } from '../../apps/cli/src/terminal/index.ts';
import { cliWords, environment, exitCodes } from './cli-words.ts';
import type { Language } from './language.ts';

/** The page about the command line: every command as it is declared. */
export async function cliPage(commands: readonly CliCommand[], language: Language): Promise<string> {
  const translate = translateTo(language);
  const words = cliWords[language];
  const groups = await Promise.all(
    COMMAND_GROUPS.map(async (group) => {
      const members = commands.filter((command) => command.group === group);
      const sections = await Promise.all(members.map((command) => commandSection(command, language)));
      return sections.length === 0 ? '' : `## ${translate(commandMessages[group])}\n\n${sections.join('\n')}`;
    }),
  );
  const codes = table(
    [words.exitCode, words.meaning],
    Object.entries(exitCodes).map(([code, meaning]) => [code, meaning[language]]),
  );
  const variables = table(
    [words.variable, words.meaning],
    environment.map(([name, meaning]) => [`\`${name}\``, meaning[language]]),
  );
  return [
    `# ${words.title}\n\n${words.intro}\n\n${words.generated}\n`,
    `## ${translate(commandMessages.globalOptions)}\n\n${parameterTable(Object.values(globalOptions), language)}`,
    `## ${words.variables}\n\n${variables}`,
    `## ${words.exitCodes}\n\n${codes}`,
    ...groups.filter((group) => group !== ''),
  ].join('\n');
}

async function commandSection(command: CliCommand, language: Language): Promise<string> {
  const { path, summary, help, examples } = command;
  const words = cliWords[language];
  const options = await loadOptions(command);
  const shown = [
    ...Object.values(command.arguments),
    ...options.filter(({ parameter }) => parameter.hidden !== true).map(({ parameter }) => parameter),
  ];
  // The settings of the platform are a bundle with many hidden options; the settings of the hub are all listed.
  const hidesSettings = options.some(({ bundled, parameter }) => bundled && parameter.hidden === true);
  const usage = [
    'kubemin',
    usageLine(command),
    ...(options.length === 0 ? [] : [translateTo(language)(commandMessages.anyOptions)]),
  ].join(' ');
  const parts = [
    `### kubemin ${path.join(' ')}\n`,
    `${sentence(summary[language], language)}${help === undefined ? '' : ` ${help[language]}`}\n`,
    `\`\`\`text\n${usage}\n\`\`\`\n`,
    ...(shown.length === 0 ? [] : [parameterTable(shown, language)]),
    ...(hidesSettings ? [`${words.settings}\n`] : []),
    `\`\`\`sh\n${examples.map(({ line }) => line).join('\n')}\n\`\`\`\n`,
  ];
  return parts.join('\n');
}

function parameterTable(parameters: readonly Parameter<unknown>[], language: Language): string {
  const words = cliWords[language];
  const rows = parameters.map(({ form, summary, choices, required }): readonly string[] => {
    const must = required === true ? ` *${words.required}*` : '';
    const values =
      choices === undefined ? '' : ` ${translateTo(language)(commandMessages.choices({ all: choices.join(', ') }))}`;
    return [`\`${form}\`${must}`, `${summary[language]}${values}`];
  });
  return table([words.form, words.meaning], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return `${[line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')}\n`;
}

/** Summaries are written for lists, without capital and full stop. */
function sentence(summary: string, language: Language): string {
  const [first = '', ...rest] = summary;
  return `${first.toUpperCase()}${rest.join('')}${language === 'en' ? '.' : '。'}`;
}
