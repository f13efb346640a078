import { errorMessages } from '../messages/index.ts';
import type { Style, Translate } from '../terminal/index.ts';
import type { SettingProblem } from './setting-problem.ts';
import { describeSource } from './setting-source.ts';

/** Output options of problems. */
export interface SettingProblemOptions {
  readonly style: Style;
  readonly translate: Translate;
}

/** One problem after the other, errors first: where, what, and below it what to do. */
export function formatSettingProblems(problems: readonly SettingProblem[], options: SettingProblemOptions): string {
  const ordered = problems.toSorted((one, other) => rank(one) - rank(other));
  return ordered.map((problem) => formatProblem(problem, options)).join('');
}

function formatProblem(
  { severity, code, source, setting, message, fix }: SettingProblem,
  { style, translate }: SettingProblemOptions,
): string {
  const word =
    severity === 'error' ? style.red(translate(errorMessages.error)) : style.yellow(translate(errorMessages.warning));
  const name = setting === undefined || source.kind === 'flag' ? '' : ` (--${setting})`;
  return `  ${style.bold(describeSource(source))}${name} ${word} ${code}: ${translate(message)}\n      ${style.dim(`${translate(errorMessages.fix)}:`)} ${translate(fix)}\n`;
}

function rank({ severity }: SettingProblem): number {
  return severity === 'error' ? 0 : 1;
}
