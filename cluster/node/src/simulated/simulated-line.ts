import { type LineCommand, parseLine, type WordPart } from '../kubelet/command-line.ts';

/** What a line is run with. */
export interface LineSetting {
  readonly variables: ReadonlyMap<string, string>;
  /** What the command before the line exited with. */
  readonly code: number;
  /** Runs a command; undefined for one that is not simulated. */
  readonly run: (words: readonly string[]) => Promise<number | undefined>;
  /** Told what of the line the shell does not do. */
  readonly refuse: (what: string) => void;
}

/** How a line ended: with a code, by `exit`, or at something that is not simulated. */
export type LineOutcome =
  | { readonly kind: 'ended' | 'exited'; readonly code: number }
  | { readonly kind: 'unsimulated' };

/**
 * Runs the commands of a line. What comes after something that is not simulated is not run: nobody knows how that would
 * have ended, and to go on would be to pretend.
 */
export async function runLine(line: string, setting: LineSetting): Promise<LineOutcome> {
  const parsed = parseLine(line);
  if (parsed.kind === 'unsimulated') {
    setting.refuse(parsed.what);
    return { kind: 'unsimulated' };
  }
  let { code } = setting;
  for (const command of parsed.commands) {
    if (!isDue(command, code)) continue;
    const words = command.words.flatMap((word) => fieldsOf(word, new Map([...setting.variables, ['?', String(code)]])));
    if (words[0] === 'exit') return { kind: 'exited', code: words[1] === undefined ? code : Number(words[1]) & 0xff };
    const answer = words.length === 0 ? 0 : await setting.run(words);
    if (answer === undefined) return { kind: 'unsimulated' };
    code = answer;
  }
  return { kind: 'ended', code };
}

function isDue({ joint }: LineCommand, code: number): boolean {
  return joint === ';' || (joint === '&&') === (code === 0);
}

/** The words that a word stands for: variables outside of quotes may hold several, or none. */
function fieldsOf(parts: readonly WordPart[], variables: ReadonlyMap<string, string>): readonly string[] {
  const fields: string[] = [];
  let field: string | undefined;
  for (const part of parts) {
    const text = part.kind === 'text' ? part.text : (variables.get(part.name) ?? '');
    if (part.kind === 'text' || part.quoted) {
      field = (field ?? '') + text;
      continue;
    }
    for (const [at, piece] of text.split(/\s+/).entries()) {
      if (at > 0 && field !== undefined) {
        fields.push(field);
        field = undefined;
      }
      if (piece !== '') field = (field ?? '') + piece;
    }
  }
  return field === undefined ? fields : [...fields, field];
}
