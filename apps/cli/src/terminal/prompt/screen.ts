import { displayWidth } from '../output/display-width.ts';
import type { Style } from '../style.ts';
import type { Span, Tone } from './flow.ts';
import type { Frame } from './frame.ts';

const ESCAPE = '\u001b';
const CLEAR_BELOW = `${ESCAPE}[0J`;
const up = (rows: number): string => (rows === 0 ? '' : `${ESCAPE}[${rows}A`);
const right = (columns: number): string => (columns === 0 ? '' : `${ESCAPE}[${columns}C`);

/** Where a question's frame is drawn, and drawn again in place. */
export class Screen {
  readonly #write: (text: string) => void;
  readonly #paint: Readonly<Record<Tone, (text: string) => string>>;
  #drawn: Frame | undefined;

  constructor(write: (text: string) => void, style: Style) {
    this.#write = write;
    this.#paint = {
      plain: (text) => text,
      strong: style.bold,
      faint: style.dim,
      accent: style.cyan,
      good: style.green,
      bad: style.red,
    };
  }

  draw(frame: Frame, columns: number): void {
    const { cursor, lines } = frame;
    const text = lines.map((line) => this.#line(line)).join('\r\n');
    const back = `${up(lines.length - 1 - cursor.row)}\r${right(cursor.column)}`;
    this.#write(`${this.#erase(columns)}${text}${back}`);
    this.#drawn = frame;
  }

  /** Leaves one line in place of the frame, or none, and goes below it. */
  settle(line: readonly Span[] | undefined, columns: number): void {
    this.#write(`${this.#erase(columns)}${line === undefined ? '' : `${this.#line(line)}\r\n`}`);
    this.#drawn = undefined;
  }

  #line(spans: readonly Span[]): string {
    return spans.map(({ text, tone }) => this.#paint[tone](text)).join('');
  }

  #erase(columns: number): string {
    return this.#drawn === undefined ? '' : `${up(rowsAbove(this.#drawn, columns))}\r${CLEAR_BELOW}`;
  }
}

/** The rows from the top of a frame to its cursor; a terminal that became narrower has broken its lines meanwhile. */
function rowsAbove({ lines, cursor }: Frame, columns: number): number {
  const rows = lines.slice(0, cursor.row).map((line) => {
    const width = line.reduce((sum, { text }) => sum + displayWidth(text), 0);
    return Math.max(1, Math.ceil(width / Math.max(1, columns)));
  });
  return rows.reduce((sum, each) => sum + each, Math.floor(cursor.column / Math.max(1, columns)));
}
