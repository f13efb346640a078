import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createScanner, SyntaxKind } from 'typescript/unstable/ast';

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
  SyntaxKind.OpenBraceToken,
  SyntaxKind.SemicolonToken,
  SyntaxKind.ReturnKeyword,
  SyntaxKind.EqualsGreaterThanToken,
]);

/** A template that is being read: its text so far, and how many gaps that has. */
interface OpenTemplate {
  readonly property: string | undefined;
  text: string;
  gaps: number;
}

/** A text in a source file, and of which property it is the value, if of one. */
export interface SourceText {
  readonly text: string;
  readonly property: string | undefined;
}

/** Every text that is written in a source file, gaps of templates as `{0}`, `{1}`, in the order of their ends. */
export function textsIn(source: string): readonly SourceText[] {
  const texts: SourceText[] = [];
  const open: (OpenTemplate | 'brace')[] = [];
  let name: string | undefined;
  let property: string | undefined;
  const scanner = createScanner(true);
  scanner.setText(source);
  let before: SyntaxKind = SyntaxKind.SemicolonToken;
  for (let token = scanner.scan(); token !== SyntaxKind.EndOfFile; token = scanner.scan()) {
    let read: SyntaxKind = token;
    if (token === SyntaxKind.SlashToken && BEFORE_PATTERN.has(before)) read = scanner.reScanSlashToken();
    const inner = open.at(-1);
    if (token === SyntaxKind.CloseBraceToken && typeof inner === 'object') read = scanner.reScanTemplateToken(false);
    else if (token === SyntaxKind.CloseBraceToken) open.pop();
    if (token === SyntaxKind.OpenBraceToken) open.push('brace');
    if (read === SyntaxKind.StringLiteral || read === SyntaxKind.NoSubstitutionTemplateLiteral) {
      texts.push({ text: scanner.getTokenValue(), property });
    }
    if (read === SyntaxKind.TemplateHead) open.push({ property, text: `${scanner.getTokenValue()}{0}`, gaps: 1 });
    if (typeof inner === 'object' && read === SyntaxKind.TemplateMiddle) {
      inner.text += `${scanner.getTokenValue()}{${inner.gaps}}`;
      inner.gaps += 1;
    }
    if (typeof inner === 'object' && read === SyntaxKind.TemplateTail) {
      texts.push({ text: inner.text + scanner.getTokenValue(), property: inner.property });
      open.pop();
    }
    property = read === SyntaxKind.ColonToken ? name : undefined;
    name = read === SyntaxKind.Identifier ? scanner.getTokenValue() : undefined;
    before = read;
  }
  return texts;
}

/** Every text of the source files below a directory, tests left out, and those whose path `skip` matches. */
export function textsUnder(directory: string, skip?: RegExp): readonly SourceText[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && skip?.test(file) !== true)
    .flatMap((file) => textsIn(readFileSync(join(directory, file), 'utf8')));
}
