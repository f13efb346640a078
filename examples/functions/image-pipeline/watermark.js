import { imageStep } from './step.js';

/** The letters "KM", five pixels wide and seven high. */
const LETTERS = [
  '#...#.#...#',
  '#..#..##.##',
  '#.#...#.#.#',
  '##....#.#.#',
  '#.#...#...#',
  '#..#..#...#',
  '#...#.#...#',
];
const COLOUR = [120, 130, 250];

/** Writes the mark into the lower right corner, half transparent. */
export const run = imageStep('watermark', ({ width, height, pixels }) => {
  const marked = Buffer.from(pixels);
  for (const [row, line] of LETTERS.entries()) {
    for (const [column, sign] of [...line].entries()) {
      const x = width - line.length - 1 + column;
      const y = height - LETTERS.length - 1 + row;
      if (sign !== '#' || x < 0 || y < 0) continue;
      for (const [channel, value] of COLOUR.entries()) {
        const at = (y * width + x) * 3 + channel;
        marked[at] = (marked[at] + value) >> 1;
      }
    }
  }
  return { width, height, pixels: marked };
});
