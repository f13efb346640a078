const ESCAPE = '\u001b';
const COLOUR_CODES = new RegExp(`${ESCAPE}\\[[\\d;]*m`, 'g');
/** Scripts and signs that terminals draw two columns wide. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
/** Drawn over or into the character before. */
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** Columns a character takes in a terminal: 0, 1 or 2. */
export function characterWidth(character: string): number {
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Columns a text takes in a terminal; colour codes take none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text.replaceAll(COLOUR_CODES, '')) width += characterWidth(character);
  return width;
}

/** The text with spaces behind it up to this many columns. */
export function padDisplay(text: string, width: number): string {
  return `${text}${' '.repeat(Math.max(0, width - displayWidth(text)))}`;
}
