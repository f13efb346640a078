import type { CommandContext } from './command-context.ts';
import { wrapText } from './wrap-text.ts';

/** Says a sentence to people; a terminal would break it in the middle of a word, so it is broken between two. */
export function talk({ terminal }: Pick<CommandContext, 'terminal'>, sentence: string): void {
  const text = terminal.advice?.(sentence) ?? sentence;
  terminal.err(`${terminal.interactive ? wrapText(text, terminal.width()) : text}\n`);
}
