import type { Message } from '@kubemin/base/message';
import { CliError, ExitCode } from '../errors/cli-error.ts';
import { confirmMessages } from '../messages/prompt.ts';
import type { Prompter } from '../prompt/answer.ts';
import { withPrompter } from '../prompt/with-prompter.ts';
import type { CommandContext } from './command-context.ts';

/** What is about to be done that cannot be taken back. */
export interface Confirmation {
  /** A full sentence. */
  readonly consequence: Message;
}

/** Goes on only with somebody's consent: by flag, or typed. Where nobody can type, the flag is asked for. */
export async function confirm(context: CommandContext, { consequence }: Confirmation): Promise<boolean> {
  if (context.yes) return true;
  const message = context.translate(confirmMessages.goOn({ consequence }));
  const answer = await withPrompter(context, nobody(consequence), (prompter) =>
    prompter.ask({ kind: 'confirm', id: 'yes', flag: '--yes', message, default: false }),
  );
  return answer.kind === 'answer' && answer.value === true;
}

function nobody(consequence: Message): Prompter {
  return {
    ask: () => {
      throw new CliError(confirmMessages.needsYes({ consequence }), {
        code: 'NOT_CONFIRMED',
        exitCode: ExitCode.usage,
        hint: confirmMessages.addYes,
      });
    },
  };
}
