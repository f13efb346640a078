import { displayWidth } from './output/display-width.ts';

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
