import type { Message } from '@kubemin/base/message';
import { confirmMessages } from '../messages/index.ts';
import type { CommandContext } from './command-context.ts';
import { CliError, ExitCode } from './errors/cli-error.ts';
import type { Prompter } from './prompt/answer.ts';
import { withPrompter } from './prompt/with-prompter.ts';

/** What is about to be done that cannot be taken back. */
export interface Confirmation {
  /** A full sentence. */
  readonly consequence: Message;
}

/** Asks for confirmation, unless a flag gives it. Without a terminal the flag is required. */
export async function confirm(context: CommandContext, { consequence }: Confirmation): Promise<boolean> {
  if (context.yes) return true;
  const message = context.translate(confirmMessages.goOn({ consequence }));
  const reply = await withPrompter(context, confirmationRequired(consequence), (prompter) =>
    prompter.ask({ kind: 'confirm', id: 'yes', flag: '--yes', message, default: false }),
  );
  return reply.kind === 'answer' && reply.value === true;
}

function confirmationRequired(consequence: Message): Prompter {
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
