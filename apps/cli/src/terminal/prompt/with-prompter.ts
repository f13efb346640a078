import type { Message } from '@kubemin/base/message';
import { confirmMessages } from '../../messages/index.ts';
import type { CommandContext } from '../command-context.ts';
import { CliError, ExitCode } from '../errors/cli-error.ts';
import type { Prompter } from './answer.ts';
import { TerminalPrompter } from './terminal-prompter.ts';

/**
 * Does something with a way to ask the person at the terminal, or, where there is none, with `fallback`. The terminal is
 * given back however it ends.
 */
export async function withPrompter<T>(
  { terminal, style, translate, interrupted }: CommandContext,
  fallback: Prompter,
  use: (prompter: Prompter) => Promise<T>,
): Promise<T> {
  const access = terminal.keyboard;
  if (access === undefined) return use(fallback);
  const keyboard = await access.open();
  try {
    return await use(
      new TerminalPrompter({
        keyboard,
        write: (text) => terminal.alert(text),
        size: () => ({ columns: terminal.width(), rows: terminal.height() }),
        onResize: (listener) => access.onResize(listener),
        style,
        translate,
        interrupted,
      }),
    );
  } finally {
    keyboard.close();
  }
}

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
