import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { startMessages } from '../../messages/index.ts';
import type { TokenUser } from './authenticators.ts';

/** The contents of a token file. */
export interface TokenFile {
  readonly users: readonly TokenUser[];
  /** What was read, but is probably not what was meant. */
  readonly warnings: readonly Message[];
}

type Line =
  | { readonly kind: 'user'; readonly entry: TokenUser }
  | { readonly kind: 'warning'; readonly text: Message }
  | { readonly kind: 'problem'; readonly text: Message };

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
  const [firstProblem, ...otherProblems] = problems;
  if (firstProblem !== undefined) {
    const all = otherProblems.reduce((first, second) => startMessages.twoLines({ first, second }), firstProblem);
    throw new TerminalError(startMessages.tokenFileInvalid({ file: fileName, problems: all }), {
      code: 'TOKEN_FILE_INVALID',
    });
  }
  const users = new Map<string, TokenUser>();
  const warnings: Message[] = [];
  for (const line of lines) {
    if (line.kind === 'warning') warnings.push(line.text);
    if (line.kind !== 'user') continue;
    const { token, user } = line.entry;
    if (users.has(token)) {
      const problem = startMessages.tokenTwice({ user: user.username });
      warnings.push(startMessages.atLine({ place: fileName, problem }));
    }
    users.set(token, line.entry);
  }
  return { users: [...users.values()], warnings };
}

function parseLine(line: string, place: string): Line {
  const reject = (problem: Message): Line => ({ kind: 'problem', text: startMessages.atLine({ place, problem }) });
  const read = parseCsvLine(line);
  if (read.kind === 'problem') return reject(read.text);
  const [token = '', username = '', uid, groups = '', ...more] = read.fields.map((field) => field.trim());
  if (uid === undefined) return reject(startMessages.tokenColumns);
  if (more.length > 0) return reject(startMessages.tooManyColumns);
  if (token === '') {
    return { kind: 'warning', text: startMessages.atLine({ place, problem: startMessages.tokenEmpty }) };
  }
  if (/\s/.test(token)) return reject(startMessages.tokenSpaces);
  if (username === '') return reject(startMessages.userEmpty);
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
  | { readonly kind: 'problem'; readonly text: Message };

/** One line of comma separated values: a field in double quotes may hold commas, and quotes written twice. */
function parseCsvLine(line: string): CsvLine {
  const fields: string[] = [];
  let rest = line;
  while (true) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*(,|$)/.exec(rest);
    if (quoted === null && /^\s*"/.test(rest)) {
      return { kind: 'problem', text: startMessages.quoteOpen({ field: fields.length + 1 }) };
    }
    const plain = /^([^,]*)(,|$)/.exec(rest);
    const [all = '', value = '', end = ''] = quoted ?? plain ?? [];
    if (quoted === null && value.includes('"')) {
      return { kind: 'problem', text: startMessages.quoteInside({ field: fields.length + 1 }) };
    }
    fields.push(quoted === null ? value : value.replaceAll('""', '"'));
    if (end === '') return { kind: 'fields', fields };
    rest = rest.slice(all.length);
  }
}
