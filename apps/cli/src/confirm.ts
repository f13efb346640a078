import { CliError } from './cli-error.ts';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit-code.ts';
import { inBoth } from './language/catalogue.ts';
import { confirmWords } from './language/words/confirm.ts';

/** What is about to be done that cannot be taken back. */
export interface Confirmation {
  /** A full sentence. */
  readonly consequence: string;
}

/** Goes on only with somebody's consent: by flag, or typed. Where nobody can type, the flag is asked for. */
export async function confirm(
  { terminal, interrupted, yes, language }: CommandContext,
  { consequence }: Confirmation,
): Promise<boolean> {
  if (yes) return true;
  if (terminal.ask === undefined) {
    throw new CliError(
      inBoth(confirmWords, (say) => say.needsYes(consequence)),
      {
        code: 'NOT_CONFIRMED',
        exitCode: ExitCode.usage,
        hint: inBoth(confirmWords, (say) => say.addYes),
      },
    );
  }
  const answer = await terminal.ask(confirmWords[language].goOn(consequence), interrupted);
  return /^(y(es)?|是|好)$/i.test(answer.trim());
}
