const LONGEST = 4_000;

/** A text of somebody else's making, short enough to be shown, and fit for every database. */
export function bounded(text: unknown): string {
  const words = storableText(typeof text === 'string' ? text : String(text));
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST)}… (${words.length} characters)`;
}

/** PostgreSQL takes no zero characters in a text, and programs may write any. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\u{fffd}');
}
