const SAFE = /^[\w@%+=:,./-]+$/;

/** A command line that can be pasted into a shell: words with other characters are quoted. */
export function cliCommand(...words: readonly string[]): string {
  return ['kubemin', ...words.map((word) => (SAFE.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))].join(' ');
}
