import { commandMessages } from '../messages/index.ts';
import { CliError, ExitCode } from '../terminal/index.ts';
import type { Arguments, CliCommand, CommandDeclaration, CommandInput, Options, Typed } from './cli-command.ts';
import { InvalidValue, type Parameter } from './parameter.ts';

type Nothing = Readonly<Record<never, never>>;

/** Declares a command. The function that `load` returns is called with input of exactly the declared types. */
export function defineCommand<A extends Arguments = Nothing, O extends Options = Nothing>(
  declaration: CommandDeclaration<A, O>,
): CliCommand {
  const { arguments: taken, options, help, passThrough = false, load, ...rest } = declaration;
  return {
    ...rest,
    help,
    passThrough,
    arguments: taken ?? {},
    options: options ?? {},
    run: async (context, typed) => {
      const input = await readInput(declaration, typed);
      if (!isComplete(input, declaration)) throw new TypeError(`the input of ${rest.path.join(' ')} is not complete`);
      const run = await load();
      return run(context, input);
    },
  };
}

async function readInput<A extends Arguments, O extends Options>(
  { arguments: taken, options }: CommandDeclaration<A, O>,
  typed: Typed,
): Promise<Readonly<Record<string, unknown>>> {
  const input: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(taken ?? {})) {
    input[name] = readParameter(parameter, typed.argument(name));
  }
  for (const [name, spec] of Object.entries(options ?? {})) {
    input[name] =
      'load' in spec ? (await spec.load()).collect(typed.bundle(name)) : readParameter(spec, typed.option(name));
  }
  return input;
}

/** Reads one parameter; a value that is wrong becomes an error that names the parameter and what it should be. */
export function readParameter<T>(parameter: Parameter<T>, typed: readonly string[]): T {
  try {
    return parameter.read(typed);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const { form } = parameter;
    const { advice } = error;
    throw new CliError(commandMessages.invalidValue({ form, typed: JSON.stringify(typed.join(' ')) }), {
      code: 'VALUE_INVALID',
      exitCode: ExitCode.usage,
      hint: advice,
      cause: error,
    });
  }
}

/** Every name that was declared has been read by its own parameter, and so has that parameter's type. */
function isComplete<A extends Arguments, O extends Options>(
  input: Readonly<Record<string, unknown>>,
  { arguments: taken, options }: CommandDeclaration<A, O>,
): input is CommandInput<A, O> {
  return [...Object.keys(taken ?? {}), ...Object.keys(options ?? {})].every((name) => name in input);
}
