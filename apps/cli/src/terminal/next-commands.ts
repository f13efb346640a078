import type { CommandContext } from './command-context.ts';
import { displayWidth, padDisplay } from './output/display-width.ts';

/** A command to type next, and what for. */
export type NextCommand = readonly [command: string, purpose: string];

/** Commands to type next, one per line; where a purpose does not fit on the terminal beside its command, the command stands alone. */
export function nextCommands(
  { terminal, style }: Pick<CommandContext, 'terminal' | 'style'>,
  listed: readonly NextCommand[],
): string {
  const commands = listed.map(([command, purpose]): NextCommand => [terminal.advice?.(command) ?? command, purpose]);
  const column = Math.max(...commands.map(([command]) => displayWidth(command)));
  return commands
    .map(([command, purpose]) => {
      const line = `  ${padDisplay(command, column)}   ${purpose}`;
      return !terminal.interactive || displayWidth(line) < terminal.width()
        ? `  ${padDisplay(command, column)}   ${style.dim(purpose)}\n`
        : `  ${command}\n`;
    })
    .join('');
}
