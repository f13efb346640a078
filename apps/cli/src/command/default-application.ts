import type { CliCommand } from './cli-command.ts';

/** Forms of first arguments that can name an application. */
const NAMES_APPLICATION = /^[<[](app|app\.\.\.|run|app\|kind|file\|app)[\]>]$/;

/** Puts the application that `-a` names before the arguments of a command that begins with one. */
export function withApplication(
  command: CliCommand,
  args: readonly string[],
  named: string | undefined,
): readonly string[] {
  const [first] = Object.values(command.arguments);
  return named !== undefined && NAMES_APPLICATION.test(first?.form ?? '') ? [named, ...args] : args;
}
