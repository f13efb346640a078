import type { Message } from '@kubemin/base/message';
import {
  type Addressed,
  type ApplicationSources,
  address,
  createContext,
  globalsAmong,
  isUnder,
  mergeGlobals,
  readGlobals,
  valueForm,
  withApplication,
} from '../command/index.ts';
import { commandMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, type ProcessEnvironment, VERSION } from '../terminal/index.ts';
import { COMMANDS } from './commands.ts';

/** Runs one command line and returns the exit code. Implementations are loaded on demand, so that `--help` stays fast. */
export async function runCli(args: readonly string[], environment: ProcessEnvironment): Promise<number> {
  let context = createContext(environment, readGlobals(new Map()));
  try {
    const addressed = address(COMMANDS, helpBehind(args));
    const { globals } = addressed;
    context = createContext(environment, readGlobals(globals));
    if (addressed.kind === 'unknown') {
      // What else stands behind an unknown word may belong to another program.
      const language = new Map([['lang', globalsAmong(args).get('lang') ?? []]]);
      context = createContext(environment, readGlobals(mergeGlobals(globals, language)));
      throw await unknownCommand(addressed);
    }
    if (addressed.kind === 'family') return await showFamily(context, addressed);
    const { command, args: rest } = addressed;
    // Errors of the rest are printed in the language that it selects.
    const globalValues = readGlobals(command.passThrough ? globals : mergeGlobals(globals, globalsAmong(rest)));
    context = createContext(environment, globalValues);
    if (!command.passThrough && asksForHelp(rest)) {
      const { commandHelp } = await import('../command/index.ts');
      context.terminal.out(await commandHelp(command, helpOptions(context)));
      return ExitCode.ok;
    }
    const { parseOperands: operandsOf, parseLine } = await import('../command/index.ts');
    const sources = { named: globalValues.app, operands: () => operandsOf(command, rest), ...linkSources(context) };
    const line = await parseLine(command, await withApplication(command, rest, sources));
    context = await withAdvice(createContext(environment, readGlobals(mergeGlobals(globals, line.globals))));
    context = await withCatalogues(context);
    const ended = await command.run(context, line.typed);
    return typeof ended === 'number' ? ended : ended.foreign;
  } catch (error) {
    const { reportError } = await import('../terminal/index.ts');
    return reportError(error, await withCatalogues(await withAdvice(context)));
  }
}

const COMMAND_NAMES: ReadonlySet<string> = new Set(COMMANDS.flatMap(({ path }) => path[0] ?? []));

/** The context with a terminal that prints command lines so that they work as typed; data on stdout is left alone. */
async function withAdvice(plain: CommandContext): Promise<CommandContext> {
  const { typedProgram, withWorkingCommands } = await import('../connection/index.ts');
  const context = { ...plain, typedAs: typedProgram(plain) };
  const { terminal } = plain;
  const advice = (text: string): string => withWorkingCommands(context, text, COMMAND_NAMES);
  const err = (text: string): void => terminal.err(advice(text));
  const alert = (text: string): void => terminal.alert(advice(text));
  return { ...context, terminal: { ...terminal, err, alert, advice } };
}

/** English needs no catalogues of other packages: it is in every message. */
async function withCatalogues(context: CommandContext): Promise<CommandContext> {
  const { language } = context.translate;
  if (language === 'en') return context;
  const { translateForeignTo } = await import('../terminal/index.ts');
  return { ...context, translate: translateForeignTo(language) };
}

function linkSources(context: CommandContext): Pick<ApplicationSources, 'linked' | 'needed'> {
  return {
    linked: async () => {
      const { readLink } = await import('../connection/index.ts');
      return (await readLink(context))?.app;
    },
    needed: async () => {
      const { resolveApplicationName } = await import('../connection/index.ts');
      return resolveApplicationName(context, undefined);
    },
  };
}

/** `kubemin help run ls` asks for the same as `kubemin run ls --help`. */
function helpBehind(args: readonly string[]): readonly string[] {
  return args[0] === 'help' ? [...args.slice(1), '--help'] : args;
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? args.length : end).some((word) => word === '--help' || word === '-h');
}

async function showFamily(
  context: CommandContext,
  { path, asks }: Extract<Addressed, { readonly kind: 'family' }>,
): Promise<ExitCode> {
  const { terminal } = context;
  if (asks === 'version') {
    terminal.out(`${VERSION}\n`);
    return ExitCode.ok;
  }
  if (asks === undefined && path.length > 0) throw unfinished(path);
  const { familyHelp } = await import('../command/index.ts');
  const members = COMMANDS.filter((command) => isUnder(command, path));
  terminal.out(familyHelp(members, path, helpOptions(context)));
  return ExitCode.ok;
}

function helpOptions({ translate, outStyle, terminal }: CommandContext) {
  return { translate, style: outStyle, width: terminal.width() };
}

/** The words that may come next. */
function nextWords(path: readonly string[]): readonly string[] {
  const members = COMMANDS.filter((command) => isUnder(command, path));
  return [...new Set(members.flatMap((command) => command.path[path.length] ?? []))];
}

function unfinished(path: readonly string[]): CliError {
  const typed = ['kubemin', ...path].join(' ');
  return new CliError(commandMessages.unfinished({ typed }), {
    code: 'COMMAND_UNFINISHED',
    exitCode: ExitCode.usage,
    hint: commandMessages.thereAre({ commands: nextWords(path).join(', ') }),
  });
}

/** It stands last: were there a word behind it, that would be its value. */
function valueMissing(path: readonly string[], form: string): CliError {
  const typed = ['kubemin', ...path].join(' ');
  return new CliError(commandMessages.missingValue({ form }), {
    code: 'COMMAND_LINE_INVALID',
    exitCode: ExitCode.usage,
    hint: commandMessages.seeHelp({ command: typed }),
  });
}

async function unknownCommand({ path, word }: Extract<Addressed, { readonly kind: 'unknown' }>): Promise<CliError> {
  const form = valueForm(word);
  if (form !== undefined) return valueMissing(path, form);
  const { closestName } = await import('@kubemin/base/suggestion');
  const isOption = word.startsWith('-');
  const meant = isOption ? undefined : closestName(word, nextWords(path));
  const typed = [...path, word].join(' ');
  return new CliError(
    isOption ? commandMessages.unknownOption({ option: word }) : commandMessages.unknownCommand({ typed }),
    {
      code: 'COMMAND_UNKNOWN',
      exitCode: ExitCode.usage,
      hint: howToContinue(path, meant),
    },
  );
}

function howToContinue(path: readonly string[], meant: string | undefined): Message {
  if (meant !== undefined) return commandMessages.didYouMean({ command: ['kubemin', ...path, meant].join(' ') });
  return path.length === 0
    ? commandMessages.listsCommands
    : commandMessages.thereAre({ commands: nextWords(path).join(', ') });
}
