const LONGEST = 4_000;

/** A text of somebody else's making, short enough to be stored and shown. */
export function bounded(text: unknown): string {
  const words = typeof text === 'string' ? text : String(text);
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST)}… (${words.length} characters)`;
}
