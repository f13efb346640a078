import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { confirmWords } from '../language/words/prompt.ts';
import type { Prompter } from '../prompt/answer.ts';
import { withPrompter } from '../prompt/with-prompter.ts';
import type { CommandContext } from './command-context.ts';

/** What is about to be done that cannot be taken back. */
export interface Confirmation {
  /** A full sentence. */
  readonly consequence: string;
}

/** Goes on only with somebody's consent: by flag, or typed. Where nobody can type, the flag is asked for. */
export async function confirm(context: CommandContext, { consequence }: Confirmation): Promise<boolean> {
  if (context.yes) return true;
  const message = confirmWords[context.language].goOn(consequence);
  const answer = await withPrompter(context, nobody(consequence), (prompter) =>
    prompter.ask({ kind: 'confirm', id: 'yes', flag: '--yes', message, default: false }),
  );
  return answer.kind === 'answer' && answer.value === true;
}

function nobody(consequence: string): Prompter {
  return {
    ask: () => {
      throw new CliError(
        inBoth(confirmWords, (say) => say.needsYes(consequence)),
        {
          code: 'NOT_CONFIRMED',
          exitCode: ExitCode.usage,
          hint: inBoth(confirmWords, (say) => say.addYes),
        },
      );
    },
  };
}
