import { TerminalError } from '@kubemin/base';
import type { TokenUser } from './token-authenticator.ts';

/** The contents of a token file. */
export interface TokenFile {
  readonly users: readonly TokenUser[];
  /** What was read, but is probably not what was meant. */
  readonly warnings: readonly string[];
}

type Line =
  | { readonly kind: 'user'; readonly entry: TokenUser }
  | { readonly kind: 'warning'; readonly text: string }
  | { readonly kind: 'problem'; readonly text: string };

/**
 * Reads `token,user,uid[,"group1,group2"]`, one per line; lines that are empty or start with `#` are skipped. Throws once,
 * with every wrong line; tokens are in no message.
 */
export function parseTokenFile(text: string, fileName = 'the token file'): TokenFile {
  const lines = text.split(/\r?\n/).flatMap((line, index): readonly Line[] => {
    const skipped = line.trim() === '' || line.startsWith('#');
    return skipped ? [] : [parseLine(line, `${fileName}:${index + 1}`)];
  });
  const problems = lines.flatMap((line) => (line.kind === 'problem' ? [line.text] : []));
  if (problems.length > 0) {
    throw new TerminalError(`cannot use ${fileName}:\n${problems.join('\n')}`, { code: 'TOKEN_FILE_INVALID' });
  }
  const users = new Map<string, TokenUser>();
  const warnings: string[] = [];
  for (const line of lines) {
    if (line.kind === 'warning') warnings.push(line.text);
    if (line.kind !== 'user') continue;
    const { token, user } = line.entry;
    if (users.has(token)) warnings.push(`${fileName}: a token occurs twice, it now stands for "${user.username}" only`);
    users.set(token, line.entry);
  }
  return { users: [...users.values()], warnings };
}

function parseLine(line: string, at: string): Line {
  const read = parseCsvLine(line);
  if (read.kind === 'problem') return { kind: 'problem', text: `${at}: ${read.text}` };
  const [token = '', username = '', uid, groups = '', ...more] = read.fields.map((field) => field.trim());
  if (uid === undefined) return { kind: 'problem', text: `${at}: expected token,user,uid[,"group1,group2"]` };
  if (more.length > 0) {
    return { kind: 'problem', text: `${at}: too many columns; put several groups into quotes: "group1,group2"` };
  }
  if (token === '') return { kind: 'warning', text: `${at}: the token is empty, the line is skipped` };
  if (/\s/.test(token)) return { kind: 'problem', text: `${at}: a token cannot contain spaces` };
  if (username === '') return { kind: 'problem', text: `${at}: the user name is empty` };
  const user = {
    username,
    ...(uid !== '' && { uid }),
    groups: groups
      .split(',')
      .map((group) => group.trim())
      .filter((group) => group !== ''),
  };
  return { kind: 'user', entry: { token, user } };
}

/** The fields of a line, or why it has none. */
type CsvLine =
  | { readonly kind: 'fields'; readonly fields: readonly string[] }
  | { readonly kind: 'problem'; readonly text: string };

/** One line of comma separated values: a field in double quotes may hold commas, and quotes written twice. */
function parseCsvLine(line: string): CsvLine {
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
