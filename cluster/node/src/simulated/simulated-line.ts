import { type LineCommand, parseLine, type WordPart } from '../config/index.ts';

/** What a line is run with. */
export interface LineSetting {
  readonly variables: ReadonlyMap<string, string>;
  /** What the command before the line exited with. */
  readonly code: number;
  /** Runs a command; undefined for one that is not simulated. */
  readonly run: (words: readonly string[]) => Promise<number | undefined>;
  /** Called with the construct of the line that the shell does not support. */
  readonly refuse: (what: string) => void;
}

/** How a line ended: with a code, by `exit`, or at something that is not simulated. */
export type LineOutcome =
  | { readonly kind: 'ended' | 'exited'; readonly code: number }
  | { readonly kind: 'unsimulated' };

/**
 * Runs the commands of a line. What follows a command that is not simulated is not run: its exit
 * code is unknown, so the rest of the line cannot be decided.
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
    const words = command.words.flatMap((word) =>
      expandFields(word, new Map([...setting.variables, ['?', String(code)]])),
    );
    if (words[0] === 'exit') return { kind: 'exited', code: words[1] === undefined ? code : Number(words[1]) & 0xff };
    const exitCode = words.length === 0 ? 0 : await setting.run(words);
    if (exitCode === undefined) return { kind: 'unsimulated' };
    code = exitCode;
  }
  return { kind: 'ended', code };
}

function isDue({ joint }: LineCommand, code: number): boolean {
  return joint === ';' || (joint === '&&') === (code === 0);
}

/** The words that a word stands for: variables outside of quotes may hold several, or none. */
function expandFields(parts: readonly WordPart[], variables: ReadonlyMap<string, string>): readonly string[] {
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
