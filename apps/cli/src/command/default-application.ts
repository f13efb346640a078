import type { CliCommand } from './cli-command.ts';
import { InvalidValue, type Parameter } from './parameter.ts';

/** Forms of first arguments that can name an application. */
const NAMES_APPLICATION = /^[<[](app|app\.\.\.|run|app\|kind|file\|app)[\]>]$/;

/** Where the application comes from that was not written among the arguments. */
export interface ApplicationSources {
  /** What `-a` names. */
  readonly named: string | undefined;
  /** What was typed, without options; undefined when it cannot be taken apart. */
  operands(): Promise<readonly string[] | undefined>;
  /** What the directory is linked to. */
  linked(): Promise<string | undefined>;
  /** The same; throws an error that an application is required. */
  needed(): Promise<string>;
}

/**
 * Puts the application before the arguments of a command that begins with one: the one `-a` names, or that of the
 * directory where the command lets it be left out and it was.
 */
export async function withApplication(
  command: CliCommand,
  args: readonly string[],
  { named, operands, linked, needed }: ApplicationSources,
): Promise<readonly string[]> {
  const [first, ...others] = Object.values(command.arguments);
  if (named !== undefined) return NAMES_APPLICATION.test(first?.form ?? '') ? [named, ...args] : args;
  if (first?.byLink !== true) return args;
  const words = await operands();
  if (words === undefined) return args;
  const leftOut = isShort(words, others);
  const unclear = hasRoom(words, others) && readsNext(words, others);
  if (!leftOut && !unclear) return args;
  const app = await linked();
  if (app !== undefined) return [app, ...args];
  return leftOut && readsNext(words, others) ? [await needed(), ...args] : args;
}

/** Were the first word the application, something that must be given would be missing. */
function isShort(words: readonly string[], others: readonly Parameter<unknown>[]): boolean {
  return words.length <= others.filter(({ form }) => form.startsWith('<')).length;
}

function hasRoom(words: readonly string[], others: readonly Parameter<unknown>[]): boolean {
  return words.length <= others.length || others.some(({ form }) => form.includes('...'));
}

/** Whether what stands first can be what follows the application. */
function readsNext(words: readonly string[], [next]: readonly Parameter<unknown>[]): boolean {
  try {
    next?.read(words.slice(0, 1));
    return next !== undefined;
  } catch (error) {
    if (error instanceof InvalidValue) return false;
    throw error;
  }
}
