/** A pattern of names: `*` stands for any characters, also none, `?` for one, everything else for itself. */
export type Glob = (text: string) => boolean;

/** Reads a pattern; there is none that cannot be read. */
export function glob(pattern: string): Glob {
  return (text) => matches(pattern, text);
}

/** Goes back to the last star only: a hostile pattern costs its length times that of the text, never more. */
function matches(pattern: string, text: string): boolean {
  let at = 0;
  let read = 0;
  let star: { readonly pattern: number; text: number } | undefined;
  while (read < text.length) {
    if (pattern[at] === '*') {
      star = { pattern: at + 1, text: read };
      at += 1;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[read])) {
      at += 1;
      read += 1;
    } else if (star !== undefined) {
      star.text += 1;
      at = star.pattern;
      read = star.text;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
