import type { Problem } from '@kubemin/client';
import type { Style } from './style.ts';

export interface FormatProblemsOptions {
  readonly style: Style;
  /** Put before the position, as compilers do, so that editors can jump there. */
  readonly fileName?: string;
}

/** One problem per line: where, what, and below it how to mend it. Errors first. */
export function formatProblems(problems: readonly Problem[], { style, fileName }: FormatProblemsOptions): string {
  const ordered = [...problems].sort((a, b) => rank(a) - rank(b));
  return ordered.map((problem) => formatProblem(problem, style, fileName)).join('');
}

function formatProblem(problem: Problem, style: Style, fileName: string | undefined): string {
  const at = problem.position === undefined ? '' : `:${problem.position.line}:${problem.position.column}`;
  const place = fileName === undefined ? '' : `${fileName}${at} `;
  const severity = problem.severity === 'error' ? style.red('error') : style.yellow('warning');
  const fix = problem.fix === undefined ? '' : `      ${style.dim('fix:')} ${problem.fix}\n`;
  return `  ${place}${severity} ${problem.code} ${style.bold(problem.path || '(document)')}: ${problem.message}\n${fix}`;
}

function rank(problem: Problem): number {
  return problem.severity === 'error' ? 0 : 1;
}
