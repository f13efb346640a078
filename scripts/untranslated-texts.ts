import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { createScanner, SyntaxKind } from 'typescript/unstable/ast';

/**
 * Finds English texts that reach people without being entries of a catalogue (docs/adr/0031-messages-by-code.md): arguments of
 * errors and of `verbatim`, parameters of messages, values of properties such as `message` and `reason`. Errors of our own
 * take messages alone, which the compiler checks; this finds the rest. Prints one line per text.
 */

/** A text in a source file, and what it is passed to: calls as `new Error` or `logger.warn`, properties as `.message`, the innermost last. */
export interface SourceText {
  readonly line: number;
  readonly text: string;
  readonly within: readonly string[];
}

interface Frame {
  readonly kind: '(' | '{' | '[' | '`';
  readonly call: string;
  readonly line: number;
  property: string;
  text: string;
  /** A name that comes next is that of a property. */
  isBeforeName: boolean;
}

/** After these a slash begins a regular expression; after all else it divides. */
const BEFORE_PATTERN: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.OpenParenToken,
  SyntaxKind.CommaToken,
  SyntaxKind.EqualsToken,
  SyntaxKind.ColonToken,
  SyntaxKind.OpenBracketToken,
  SyntaxKind.ExclamationToken,
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionToken,
  SyntaxKind.QuestionQuestionToken,
  SyntaxKind.OpenBraceToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.SemicolonToken,
  SyntaxKind.ReturnKeyword,
  SyntaxKind.EqualsGreaterThanToken,
]);
const OPENING: ReadonlyMap<SyntaxKind, Frame['kind']> = new Map([
  [SyntaxKind.OpenParenToken, '('],
  [SyntaxKind.OpenBraceToken, '{'],
  [SyntaxKind.OpenBracketToken, '['],
]);
const CLOSING: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.CloseParenToken,
  SyntaxKind.CloseBraceToken,
  SyntaxKind.CloseBracketToken,
]);

/** Every text of a source file, gaps of templates as `{}`, in the order of their ends. */
export function textsIn(source: string): readonly SourceText[] {
  const texts: SourceText[] = [];
  const open: Frame[] = [];
  const scanner = createScanner(true);
  scanner.setText(source);
  let before: SyntaxKind = SyntaxKind.SemicolonToken;
  let call = '';
  let name = '';
  let property: string | undefined;
  let line = 1;
  let counted = 0;
  const within = (): readonly string[] =>
    open.flatMap((frame) => [frame.call, frame.property && `.${frame.property}`].filter((each) => each !== ''));
  for (let token: SyntaxKind = scanner.scan(); token !== SyntaxKind.EndOfFile; token = scanner.scan()) {
    const top = open.at(-1);
    if (token === SyntaxKind.SlashToken && BEFORE_PATTERN.has(before)) token = scanner.reScanSlashToken();
    if (token === SyntaxKind.CloseBraceToken && top?.kind === '`') token = scanner.reScanTemplateToken(false);
    const start = scanner.getTokenStart();
    for (; counted < start; counted += 1) if (source[counted] === '\n') line += 1;
    const value = scanner.getTokenValue();
    const isText = token === SyntaxKind.StringLiteral || token === SyntaxKind.NoSubstitutionTemplateLiteral;
    const isName =
      token === SyntaxKind.Identifier || (token >= SyntaxKind.BreakKeyword && token <= SyntaxKind.OfKeyword);
    const kind = OPENING.get(token);
    const isClassName = before === SyntaxKind.EqualsToken && name === 'className';
    if (isText && !isClassName) texts.push({ line, text: value, within: within() });
    if (token === SyntaxKind.TemplateHead) {
      open.push({ kind: '`', call: '', property: '', line, text: `${value}{}`, isBeforeName: false });
    } else if (token === SyntaxKind.TemplateMiddle && top !== undefined) top.text += `${value}{}`;
    else if (token === SyntaxKind.TemplateTail && top !== undefined) {
      open.pop();
      texts.push({ line: top.line, text: top.text + value, within: within() });
    } else if (kind !== undefined) {
      open.push({ kind, call: kind === '(' ? call : '', property: '', line, text: '', isBeforeName: kind === '{' });
    } else if (CLOSING.has(token)) open.pop();
    else if (top?.kind === '{') {
      const isSeparator = token === SyntaxKind.CommaToken || token === SyntaxKind.SemicolonToken;
      if (isSeparator) top.property = '';
      if (token === SyntaxKind.ColonToken && property !== undefined) top.property = property;
      if (top.isBeforeName && (isName || isText)) property = value;
      else if (token !== SyntaxKind.QuestionToken) property = undefined;
      top.isBeforeName = isSeparator;
    }
    if (!isName) call = token === SyntaxKind.DotToken || token === SyntaxKind.QuestionDotToken ? call : '';
    else if (before === SyntaxKind.DotToken || before === SyntaxKind.QuestionDotToken) call += `.${value}`;
    else call = before === SyntaxKind.NewKeyword ? `new ${value}` : value;
    if (isName) name = value;
    before = token;
  }
  return texts;
}

/** Properties whose values people read. */
const READ_PROPERTY = /^\.(?:message|reason|problem|fix|hint|advice|what|why|warning|detail|title|label)$/;
const MESSAGE_CALL = /(?:^|\.)\w*[mM]essages\.\w+$/;
/** Functions that report what is wrong, by their name. */
const REPORT_CALL =
  /^(?!\.).*\b(?:fail|fault|failure|refuse|refused|deny|reject|invalid|unexpected|unauthorized|problem|addProblem)$/;
/** Log lines, queries of the database, declarations with both languages, and mistakes of code, which are for its authors. */
const NOT_SHOWN = /(?:^|\.)(?:debug|info|warn|error|log|where|word|text)$|^new (?:ProgrammingError|TypeError)$/;
/** Two words of which the second begins in lower case, and no command, flag or path. */
const PROSE = /[A-Za-z]{2}[,:;']* (?:\{\} )?[a-z]/;
const COMMAND = /^(?:-|kubemin |kubectl |npm |npx |sudo |\{\} -)/;

/** Whether a text of this place is read by people and should be a message. */
export function isUntranslated({ text, within }: SourceText, errors: ReadonlySet<string>): boolean {
  if (!PROSE.test(text) || COMMAND.test(text)) return false;
  if (within.some((each) => each === '.en' || each === '.zh' || NOT_SHOWN.test(each))) return false;
  const property = within.findLast((each) => each.startsWith('.'));
  if (property !== undefined && READ_PROPERTY.test(property)) return true;
  return within.some(
    (each) => each === 'verbatim' || MESSAGE_CALL.test(each) || REPORT_CALL.test(each) || errors.has(each),
  );
}

/** `new` and the name of each class that is an error. */
export function errorClasses(sources: Iterable<string>): ReadonlySet<string> {
  const bases = new Map<string, string>();
  for (const source of sources) {
    for (const [, name = '', base = ''] of source.matchAll(/\bclass (\w+) extends (\w+)/g)) bases.set(name, base);
  }
  const isError = (name: string | undefined): boolean =>
    name !== undefined && (/^(?:Aggregate|Range|Syntax|Type)?Error$/.test(name) || isError(bases.get(name)));
  const builtin = ['Error', 'TypeError', 'RangeError', 'SyntaxError', 'AggregateError'];
  return new Set([...builtin, ...[...bases.keys()].filter(isError)].map((name) => `new ${name}`));
}

const PLACES = ['core', 'platform', 'cluster', 'apps'];
const NOT_READ = /node_modules|\.test\.tsx?$|\.d\.ts$|\/test-support\/|\/generated\/|\/messages\/|^core\/testing\//;

export interface UntranslatedText {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The texts of all packages that reach people and are not messages. */
export function untranslatedTexts(root: string): readonly UntranslatedText[] {
  const sources = new Map(
    PLACES.flatMap((place) =>
      readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
        .map((file) => `${place}/${file.split(sep).join('/')}`)
        .filter((file) => /\.tsx?$/.test(file) && !NOT_READ.test(file))
        .map((file): [string, string] => [file, readFileSync(join(root, file), 'utf8')]),
    ),
  );
  const errors = errorClasses(sources.values());
  return [...sources].flatMap(([file, source]) =>
    textsIn(source)
      .filter((each) => isUntranslated(each, errors))
      .map(({ line, text }) => ({ file, line, text })),
  );
}

if (process.argv[1] === import.meta.filename) {
  const found = untranslatedTexts(join(import.meta.dirname, '..'));
  for (const { file, line, text } of found) process.stdout.write(`${file}:${line}: ${JSON.stringify(text)}\n`);
  process.stdout.write(`${found.length} texts\n`);
}
