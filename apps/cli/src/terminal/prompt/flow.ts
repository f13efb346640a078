import { displayWidth, graphemes, graphemeWidth } from '../output/display-width.ts';

/** How a piece of text is meant; the edge knows the colours. */
export type Tone = 'plain' | 'strong' | 'faint' | 'accent' | 'good' | 'bad';

/** A piece of a line. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

/** A place on the screen, from the first line drawn. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Lays text out in lines of a width, by the columns characters take. */
export class Flow {
  readonly #width: number;
  readonly #lines: Span[][] = [[]];
  #column = 0;

  constructor(width: number) {
    this.#width = width;
  }

  get lines(): readonly (readonly Span[])[] {
    return this.#lines;
  }

  /** Where the next character comes. */
  get place(): Place {
    return this.#column >= this.#width
      ? { row: this.#lines.length, column: 0 }
      : { row: this.#lines.length - 1, column: this.#column };
  }

  /** Breaks between any two characters: for what is typed. */
  characters(text: string, tone: Tone = 'plain'): this {
    for (const each of graphemes(text)) this.#put(each, graphemeWidth(each), tone);
    return this;
  }

  /** Breaks between words where a word fits on a line; Chinese characters are words of their own. */
  words(text: string, tone: Tone = 'plain'): this {
    for (const word of splitWords(text)) {
      const width = displayWidth(word);
      const isBlank = word.trim() === '';
      if (this.#column + width > this.#width && this.#column > 0 && width <= this.#width) this.#break();
      if (isBlank && this.#column === 0 && this.#lines.length > 1) continue;
      this.characters(word, tone);
    }
    return this;
  }

  #put(text: string, width: number, tone: Tone): void {
    if (this.#column + width > this.#width) this.#break();
    const line = this.#lines.at(-1) ?? [];
    const last = line.at(-1);
    if (last?.tone === tone) line[line.length - 1] = { tone, text: last.text + text };
    else line.push({ text, tone });
    this.#column += width;
  }

  #break(): void {
    this.#lines.push([]);
    this.#column = 0;
  }
}

/** One line that ends in `…` where the text goes on. */
export function clipped(spans: readonly Span[], width: number): readonly Span[] {
  const whole = spans.reduce((sum, { text }) => sum + displayWidth(text), 0);
  if (whole <= width) return spans;
  const flow = new Flow(width - 1);
  for (const { text, tone } of spans) flow.characters(text, tone);
  return [...(flow.lines[0] ?? []), { text: '…', tone: 'faint' }];
}

function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  let open = false;
  for (const each of graphemes(text)) {
    const isBlank = each.trim() === '';
    const alone = isBlank || graphemeWidth(each) === 2;
    if (open && !alone) words[words.length - 1] = `${words.at(-1)}${each}`;
    else words.push(isBlank ? ' ' : each);
    open = !alone;
  }
  return words;
}
