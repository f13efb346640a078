import { relative } from 'node:path';
import type { CommandContext } from './command-context.ts';
import { displayWidth, padDisplay } from './output/display-width.ts';

/** Prints a message to stderr, wrapped between words to the width of the terminal. */
export function printMessage({ terminal }: Pick<CommandContext, 'terminal'>, sentence: string): void {
  const text = terminal.advice?.(sentence) ?? sentence;
  terminal.err(`${terminal.interactive ? wrapText(text, terminal.width()) : text}\n`);
}

/** Where a line may end: after a space, and beside a Chinese character, but for punctuation that clings to what it is about. */
const BREAK = /(?<= )|(?<=[\p{Script=Han}，。；：、）”？！])(?![，。；：、）”？！ ])|(?<![（“ ])(?=\p{Script=Han})/u;

/** Breaks lines so that none is wider than the terminal. A single wider word is not broken. */
export function wrapText(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n');
}

function wrapLine(line: string, width: number): string {
  if (displayWidth(line) <= width) return line;
  const lines: string[] = [];
  let current = '';
  for (const piece of line.split(BREAK)) {
    const longer = `${current}${piece}`;
    if (current !== '' && displayWidth(longer.trimEnd()) > width) {
      lines.push(current.trimEnd());
      current = piece;
    } else current = longer;
  }
  return [...lines, current].join('\n');
}

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

/** A path as one types it in a shell: as short as it can be from `cwd`, and quoted where it would be taken apart. */
export function typedPath(path: string, cwd?: string): string {
  const short = cwd !== undefined && path.startsWith(`${cwd}/`) ? relative(cwd, path) : path;
  return /^[\w./:@%+=,-]+$/.test(short) ? short : `'${short.replaceAll("'", "'\\''")}'`;
}
