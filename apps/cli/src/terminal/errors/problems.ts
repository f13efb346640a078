import type { Problem } from '@kubemin/client';
import { errorMessages } from '../../messages/index.ts';
import type { Translate } from '../language/language.ts';
import { translateSent } from '../language/sent-message.ts';
import type { Style } from '../style.ts';

export interface FormatProblemsOptions {
  readonly style: Style;
  readonly translate: Translate;
  /** Put before the position, as compilers do, so that editors can jump there. */
  readonly fileName?: string;
}

/** One problem per line: path, message, and the fix below it. Errors first. */
export function formatProblems(problems: readonly Problem[], options: FormatProblemsOptions): string {
  const ordered = [...problems].sort((a, b) => rank(a) - rank(b));
  return ordered.map((problem) => formatProblem(problem, options)).join('');
}

function formatProblem(problem: Problem, { style, translate, fileName }: FormatProblemsOptions): string {
  const at = problem.position === undefined ? '' : `:${problem.position.line}:${problem.position.column}`;
  const place = fileName === undefined ? '' : `${fileName}${at} `;
  const severity =
    problem.severity === 'error'
      ? style.red(translate(errorMessages.error))
      : style.yellow(translate(errorMessages.warning));
  const excerpt = (problem.excerpt ?? '').replaceAll(/^(?=.)/gm, '      ');
  const shown = excerpt === '' ? '' : `${excerpt}\n`;
  const fix =
    problem.fix === undefined
      ? ''
      : `      ${style.dim(`${translate(errorMessages.fix)}:`)} ${translateSent(translate, problem, 'fix', problem.fix)}\n`;
  const where = style.bold(problem.path || translate(errorMessages.document));
  return `  ${place}${severity} ${problem.code} ${where}: ${translateSent(translate, problem, 'message', problem.message)}\n${shown}${fix}`;
}

function rank(problem: Problem): number {
  return problem.severity === 'error' ? 0 : 1;
}
