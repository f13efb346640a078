/** Lines of an `.env` file: `KEY=value`, with or without quotes. */
export function readVariables(text: string): readonly (readonly [string, string])[] {
  return text.split('\n').flatMap((line) => {
    const found = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (found === null) return [];
    const [, key = '', value = ''] = found;
    return [[key, value.replace(/^(['"])(.*)\1$/, '$2')] as const];
  });
}
