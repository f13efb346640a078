import type { Language } from '../language/language.ts';
import { errorWords } from '../language/words/error.ts';
import type { Style } from '../terminal/style.ts';
import type { SettingProblem } from './setting-problem.ts';
import { describeSource } from './setting-source.ts';

/** Whom problems are told. */
export interface SettingProblemOptions {
  readonly style: Style;
  readonly language: Language;
}

/** One problem after the other, errors first: where, what, and below it what to do. */
export function formatSettingProblems(problems: readonly SettingProblem[], options: SettingProblemOptions): string {
  const ordered = problems.toSorted((one, other) => rank(one) - rank(other));
  return ordered.map((problem) => formatProblem(problem, options)).join('');
}

function formatProblem(
  { severity, code, source, setting, message, fix }: SettingProblem,
  { style, language }: SettingProblemOptions,
): string {
  const say = errorWords[language];
  const word = severity === 'error' ? style.red(say.error) : style.yellow(say.warning);
  const name = setting === undefined || source.kind === 'flag' ? '' : ` (--${setting})`;
  return `  ${style.bold(describeSource(source))}${name} ${word} ${code}: ${message}\n      ${style.dim(`${say.fix}:`)} ${fix}\n`;
}

function rank({ severity }: SettingProblem): number {
  return severity === 'error' ? 0 : 1;
}
