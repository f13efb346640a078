import type { CommandContext } from './command-context.ts';
import { wrapText } from './wrap-text.ts';

/** Prints a message to stderr, wrapped between words to the width of the terminal. */
export function printMessage({ terminal }: Pick<CommandContext, 'terminal'>, sentence: string): void {
  const text = terminal.advice?.(sentence) ?? sentence;
  terminal.err(`${terminal.interactive ? wrapText(text, terminal.width()) : text}\n`);
}
