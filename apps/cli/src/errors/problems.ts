import type { Problem } from '@kubemin/client';
import type { Language } from '../language/language.ts';
import { translatorTo } from '../language/translation.ts';
import { errorWords } from '../language/words/error.ts';
import type { Style } from '../terminal/style.ts';

export interface FormatProblemsOptions {
  readonly style: Style;
  readonly language: Language;
  /** Put before the position, as compilers do, so that editors can jump there. */
  readonly fileName?: string;
}

/** One problem per line: where, what, and below it how to mend it. Errors first. */
export function formatProblems(problems: readonly Problem[], options: FormatProblemsOptions): string {
  const ordered = [...problems].sort((a, b) => rank(a) - rank(b));
  const translate = translatorTo(options.language);
  const said = (text: string): string => translate(text) ?? text;
  return ordered.map((problem) => formatProblem(problem, { ...options, said })).join('');
}

interface FormatOptions extends FormatProblemsOptions {
  /** A sentence in the language. */
  readonly said: (text: string) => string;
}

function formatProblem(problem: Problem, { style, language, fileName, said }: FormatOptions): string {
  const say = errorWords[language];
  const at = problem.position === undefined ? '' : `:${problem.position.line}:${problem.position.column}`;
  const place = fileName === undefined ? '' : `${fileName}${at} `;
  const severity = problem.severity === 'error' ? style.red(say.error) : style.yellow(say.warning);
  const excerpt = (problem.excerpt ?? '').replaceAll(/^(?=.)/gm, '      ');
  const shown = excerpt === '' ? '' : `${excerpt}\n`;
  const fix = problem.fix === undefined ? '' : `      ${style.dim(`${say.fix}:`)} ${said(problem.fix)}\n`;
  const where = style.bold(problem.path || say.document);
  return `  ${place}${severity} ${problem.code} ${where}: ${said(problem.message)}\n${shown}${fix}`;
}

function rank(problem: Problem): number {
  return problem.severity === 'error' ? 0 : 1;
}
