import type { Message } from '@kubemin/base/message';
import { Argument, Command, CommanderError, Option } from 'commander';
import { commandMessages } from '../messages/index.ts';
import { CliError, ExitCode } from '../terminal/index.ts';
import type { CliCommand, Typed } from './cli-command.ts';
import { globalOptions, type TypedGlobals } from './global-options.ts';
import { loadOptions, type NamedOption } from './load-options.ts';
import { optionForm } from './options.ts';
import type { Parameter } from './parameter.ts';

/** What was typed after the name of a command. */
export interface ParsedLine {
  readonly typed: Typed;
  readonly globals: TypedGlobals;
}

/** Takes apart what was typed after the name of a command. Only that command's options are built. */
export async function parseLine(command: CliCommand, args: readonly string[]): Promise<ParsedLine> {
  const names = Object.keys(command.arguments);
  if (command.passThrough)
    return { typed: typedParameters(new Map([[names[0] ?? '', args]]), new Map()), globals: new Map() };
  const { own, common } = await loadCommandOptions(command);
  const program = buildProgram(command, [...own, ...common]);
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    throw error instanceof CommanderError ? misused(command, error) : error;
  }
  const positional = new Map(names.map((name, index) => [name, toStrings(program.processedArgs[index])]));
  const given = (options: readonly NamedOption[]): ReadonlyMap<NamedOption, readonly string[]> =>
    new Map(options.map((option) => [option, givenValues(program, option.parameter)]));
  return {
    typed: typedParameters(positional, given(own)),
    globals: new Map([...given(common)].map(([{ name }, values]) => [name, values])),
  };
}

/** The arguments among what was typed after the name of a command; undefined when something is wrong with its options. */
export async function parseOperands(
  command: CliCommand,
  args: readonly string[],
): Promise<readonly string[] | undefined> {
  const { own, common } = await loadCommandOptions(command);
  try {
    const { operands, unknown } = buildProgram(command, [...own, ...common]).parseOptions([...args]);
    return unknown.length > 0 ? undefined : operands;
  } catch (error) {
    if (error instanceof CommanderError) return undefined;
    throw error;
  }
}

async function loadCommandOptions(
  command: CliCommand,
): Promise<{ readonly own: readonly NamedOption[]; readonly common: readonly NamedOption[] }> {
  const own = await loadOptions(command);
  const taken = new Set(own.map(({ parameter }) => optionForm(parameter.form).long));
  // An option of the command's own hides the global one of the same name; that can still be given before the command.
  const common = Object.entries(globalOptions)
    .filter(([, { form }]) => !taken.has(optionForm(form).long))
    .map(([name, parameter]): NamedOption => ({ name, parameter, bundled: false }));
  return { own, common };
}

function buildProgram(command: CliCommand, options: readonly NamedOption[]): Command {
  const program = new Command(command.path.join(' '))
    .exitOverride()
    .helpOption(false)
    .action(() => undefined)
    .configureOutput({ writeErr: () => undefined });
  for (const { form } of Object.values(command.arguments)) program.addArgument(new Argument(form));
  for (const { parameter } of options) program.addOption(commanderOption(parameter));
  return program;
}

function commanderOption({ form, required = false }: Parameter<unknown>): Option {
  const option = new Option(form).makeOptionMandatory(required);
  return option.isBoolean() || option.negate ? option : option.argParser(appended);
}

function appended(text: string, before: unknown): readonly string[] {
  return [...toStrings(before), text];
}

function toStrings(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** What was typed for an option; commander's own defaults count as nothing. */
function givenValues(program: Command, { form }: Parameter<unknown>): readonly string[] {
  const name = new Option(form).attributeName();
  return program.getOptionValueSource(name) === 'cli' ? toStrings(program.getOptionValue(name)) : [];
}

function typedParameters(
  positional: ReadonlyMap<string, readonly string[]>,
  given: ReadonlyMap<NamedOption, readonly string[]>,
): Typed {
  return {
    argument: (name) => positional.get(name) ?? [],
    option: (name) => [...given].find(([option]) => option.name === name)?.[1] ?? [],
    bundle: (name) =>
      new Map(
        [...given]
          .filter(([option, values]) => option.name === name && values.length > 0)
          .map(([{ parameter }, values]) => [optionForm(parameter.form).long, values]),
      ),
  };
}

const MISUSES: Readonly<Record<string, (about: string) => Message>> = {
  'commander.unknownOption': (option) => commandMessages.unknownOption({ option }),
  'commander.missingArgument': (name) => commandMessages.missingArgument({ name }),
  'commander.missingMandatoryOptionValue': (option) => commandMessages.missingOption({ form: option }),
  'commander.optionMissingArgument': (form) => commandMessages.missingValue({ form }),
};

/** Commander's words exist in English only; what they are about stands in quotes. */
function misused({ path }: CliCommand, error: CommanderError): CliError {
  const about = /'([^']+)'/.exec(error.message)?.[1] ?? '';
  const misuse = MISUSES[error.code];
  const name = `kubemin ${path.join(' ')}`;
  const similar = /Did you mean (\S+)\?/.exec(error.message)?.[1];
  return new CliError(misuse === undefined ? commandMessages.tooManyArguments({ command: name }) : misuse(about), {
    code: 'COMMAND_LINE_INVALID',
    exitCode: ExitCode.usage,
    hint:
      similar === undefined
        ? commandMessages.seeHelp({ command: name })
        : commandMessages.didYouMean({ command: similar }),
    cause: error,
  });
}
