import type { CommandContext } from '../command-context.ts';
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
