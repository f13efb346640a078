import { encodeTexts } from '@kubemin/base/message';
import { fieldMessages } from '../messages/index.ts';
import { type DocumentPath, formatPath } from './document-path.ts';
import type { Position, Problem, Severity } from './problem.ts';
import type { ProblemCode } from './problem-code.ts';
import { type LazyProblemText, type ProblemText, toMessage } from './problem-text.ts';

/** A problem as a rule states it; the list adds what the rule need not know. */
export interface Finding {
  readonly path: DocumentPath;
  readonly code: ProblemCode;
  readonly message: LazyProblemText;
  readonly fix?: LazyProblemText;
  /** @default 'error' */
  readonly severity?: Severity;
}

/** Takes a finding; rules never stop at the first. */
export type Report = (finding: Finding) => void;

/** Finds where in the text a path of the canonical document was written. */
export type Locate = (path: DocumentPath) => Position | undefined;

// A hostile document must not make the response larger than itself.
const MOST_PROBLEMS = 1000;

/** Collects findings of one parse, in the order they were made, errors never crowded out by warnings. */
export class ProblemList {
  readonly #errors: Problem[] = [];
  readonly #all: Problem[] = [];
  readonly #locate: Locate;

  constructor(locate: Locate = () => undefined) {
    this.#locate = locate;
  }

  readonly report: Report = (finding) => {
    const severity = finding.severity ?? 'error';
    const target = severity === 'error' ? this.#errors : this.#all;
    if (target.length >= MOST_PROBLEMS) return;
    const position = this.#locate(finding.path);
    const problem = toProblem(finding, { severity, position });
    if (severity === 'error') this.#errors.push(problem);
    this.#all.push(problem);
  };

  get hasErrors(): boolean {
    return this.#errors.length > 0;
  }

  toArray(): readonly Problem[] {
    return [...this.#all];
  }
}

/** A problem with its texts in English, and the codes and parameters they are translated by. */
export function toProblem(
  finding: Omit<Finding, 'severity'>,
  {
    severity = 'error',
    position,
    excerpt,
  }: {
    readonly severity?: Severity;
    readonly position?: Position | undefined;
    readonly excerpt?: string | undefined;
  } = {},
): Problem {
  const message = toMessage(finding.message);
  const fix = finding.fix === undefined ? undefined : toMessage(finding.fix);
  return {
    path: formatPath(finding.path),
    code: finding.code,
    message: message.message,
    ...(fix === undefined ? {} : { fix: fix.message }),
    severity,
    ...(position === undefined ? {} : { position }),
    ...(excerpt === undefined ? {} : { excerpt }),
    ...encodeTexts({ message, fix }),
  };
}

/** The warning that a field given is not used, and why. */
export function ignoredField(
  path: DocumentPath,
  reason: ProblemText,
  fix: ProblemText = fieldMessages.remove,
): Finding {
  const message = fieldMessages.noEffect({ field: String(path.at(-1)), reason: toMessage(reason) });
  return { path, code: 'FIELD_IGNORED', message, fix, severity: 'warning' };
}

/** A report whose paths start at `prefix`. */
export function reportBelow(report: Report, prefix: DocumentPath): Report {
  return (finding) => report({ ...finding, path: [...prefix, ...finding.path] });
}
