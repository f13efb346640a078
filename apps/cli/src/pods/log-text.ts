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
