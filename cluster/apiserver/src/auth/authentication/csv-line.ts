/** The fields of a line, or why it has none. */
export type CsvLine =
  | { readonly kind: 'fields'; readonly fields: readonly string[] }
  | { readonly kind: 'problem'; readonly text: string };

/** One line of comma separated values: a field in double quotes may hold commas, and quotes written twice. */
export function parseCsvLine(line: string): CsvLine {
  const fields: string[] = [];
  let rest = line;
  while (true) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*(,|$)/.exec(rest);
    if (quoted === null && /^\s*"/.test(rest)) {
      return { kind: 'problem', text: `field ${fields.length + 1} has an opening quote without a closing one` };
    }
    const plain = /^([^,]*)(,|$)/.exec(rest);
    const [all = '', value = '', end = ''] = quoted ?? plain ?? [];
    if (quoted === null && value.includes('"')) {
      return { kind: 'problem', text: `field ${fields.length + 1} has a quote in its middle` };
    }
    fields.push(quoted === null ? value : value.replaceAll('""', '"'));
    if (end === '') return { kind: 'fields', fields };
    rest = rest.slice(all.length);
  }
}
