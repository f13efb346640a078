import { CliError } from './cli-error.ts';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit-code.ts';

/** What is about to be done that cannot be taken back. */
export interface Confirmation {
  /** `--yes` was given. */
  readonly yes: boolean;
  /** A full sentence. */
  readonly consequence: string;
}

/** Goes on only with somebody's consent: by flag, or typed. Where nobody can type, the flag is asked for. */
export async function confirm(
  { terminal, interrupted }: CommandContext,
  { yes, consequence }: Confirmation,
): Promise<boolean> {
  if (yes) return true;
  if (terminal.ask === undefined) {
    throw new CliError(`${consequence} That needs a yes, and there is no terminal to ask at.`, {
      code: 'NOT_CONFIRMED',
      exitCode: ExitCode.usage,
      hint: 'add --yes if that is meant',
    });
  }
  const answer = await terminal.ask(`${consequence} Go on? [y/N] `, interrupted);
  return /^y(es)?$/i.test(answer.trim());
}
