const ESCAPE = '\u001b';
/** What follows an escape: a control sequence, a command with text, or a single character. */
const SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^\u0007${ESCAPE}]*(?:\u0007|${ESCAPE}\\\\)|[@-Z\\\\-_])`,
  'g',
);

/** Removes control sequences that would move the cursor, change colors or rename the terminal. */
export function stripControlCharacters(line: string): string {
  const plain = line.includes(ESCAPE) ? line.replace(SEQUENCE, '') : line;
  return [...plain].filter((character) => character === '\t' || (character >= ' ' && character !== '\u007f')).join('');
}

/** Whole lines from bytes in any pieces; what ends without a line break is a line, too. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}
