import { displayWidth, graphemes, graphemeWidth } from './output/display-width.ts';
import type { Terminal } from './terminal.ts';

const ESCAPE = '\u001b';
const COLOUR_CODE = new RegExp(`(${ESCAPE}\\[\\d+m)`);
const UP_AND_CLEAR = (rows: number): string => `${ESCAPE}[${rows}A\r${ESCAPE}[0J`;

/** Some lines at the bottom of the terminal that are drawn again in place. */
export class LiveRegion {
  readonly #terminal: Terminal;
  #drawn: readonly string[] = [];

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  draw(lines: readonly string[]): void {
    const width = this.#terminal.width();
    const terminal = this.#terminal;
    // Command lines grow when they are written as typed here: before they are measured.
    const fitted = lines.map((line) => clip(terminal.advice?.(line) ?? line, width));
    const rows = this.#drawn.reduce((sum, line) => sum + rowCount(line, width), 0);
    const back = rows === 0 ? '' : UP_AND_CLEAR(rows);
    this.#terminal.err(`${back}${fitted.map((line) => `${line}\n`).join('')}`);
    this.#drawn = fitted;
  }
}

/** A terminal that has become narrower since has broken the line. */
function rowCount(line: string, width: number): number {
  return Math.max(1, Math.ceil(displayWidth(line) / width));
}

/** A line that would wrap breaks the count of lines to go back over, so it is cut; colour codes take no room. */
export function clip(line: string, width: number): string {
  let visible = 0;
  let out = '';
  let coloured = false;
  for (const part of line.split(COLOUR_CODE)) {
    if (part.startsWith(ESCAPE)) {
      out += part;
      coloured = true;
      continue;
    }
    const room = width - 1 - visible;
    if (displayWidth(part) > room) return `${out}${beginning(part, room - 1)}…${coloured ? `${ESCAPE}[0m` : ''}`;
    out += part;
    visible += displayWidth(part);
  }
  return out;
}

/** As many characters as fit. */
function beginning(text: string, room: number): string {
  let width = 0;
  let out = '';
  for (const character of graphemes(text)) {
    width += graphemeWidth(character);
    if (width > room) break;
    out += character;
  }
  return out;
}
