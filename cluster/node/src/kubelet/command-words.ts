const WORD = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g;

/** The words of a command line; quotes hold them together, nothing else has a meaning. */
export function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(WORD)].map(
    ([, double, single, plain]) => double?.replace(/\\(.)/g, '$1') ?? single ?? plain ?? '',
  );
}
