import type { Style } from '../style.ts';
import type { SettingProblem } from './setting-problem.ts';
import { describeSource } from './setting-source.ts';

/** One problem after the other, errors first: where, what, and below it what to do. */
export function formatSettingProblems(problems: readonly SettingProblem[], style: Style): string {
  const ordered = problems.toSorted((one, other) => rank(one) - rank(other));
  return ordered.map((problem) => formatProblem(problem, style)).join('');
}

function formatProblem({ severity, code, source, setting, message, fix }: SettingProblem, style: Style): string {
  const word = severity === 'error' ? style.red('error') : style.yellow('warning');
  const name = setting === undefined || source.kind === 'flag' ? '' : ` (--${setting})`;
  return `  ${style.bold(describeSource(source))}${name} ${word} ${code}: ${message}\n      ${style.dim('fix:')} ${fix}\n`;
}

function rank({ severity }: SettingProblem): number {
  return severity === 'error' ? 0 : 1;
}
