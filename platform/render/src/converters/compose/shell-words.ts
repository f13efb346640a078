const WORD_PIECE = /\\([\s\S])|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|(\s+)|([^\s'"\\]+|[\s\S])/g;

/** Splits a command line into words as a shell would: quotes group, backslashes escape, nothing is expanded. */
export function shellWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const [, escaped, single, double, space, plain] of line.matchAll(WORD_PIECE)) {
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + (escaped ?? single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? plain ?? '');
    }
  }
  return word === undefined ? words : [...words, word];
}
