import { type DocumentPath, formatPath } from './document-path.ts';
import type { Position, Problem, Severity } from './problem.ts';
import type { ProblemCode } from './problem-code.ts';

/** A function where finding the words is costly: it is called only for problems that are shown. */
export type Words = string | (() => string);

/** A problem as a rule states it; the list adds what the rule need not know. */
export interface Finding {
  readonly path: DocumentPath;
  readonly code: ProblemCode;
  readonly message: Words;
  readonly fix?: Words;
  /** @default 'error' */
  readonly severity?: Severity;
}

/** Takes a finding; rules never stop at the first. */
export type Report = (finding: Finding) => void;

/** Finds where in the text a path of the canonical document was written. */
export type Locate = (path: DocumentPath) => Position | undefined;

// A hostile document must not make the answer larger than itself; nobody reads past the first few anyway.
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
    const problem: Problem = {
      path: formatPath(finding.path),
      code: finding.code,
      message: spoken(finding.message),
      ...(finding.fix === undefined ? {} : { fix: spoken(finding.fix) }),
      severity,
      ...(position === undefined ? {} : { position }),
    };
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

/** The warning that a field given is not used, and why. */
export function ignoredField(path: DocumentPath, reason: string, fix: string = 'Remove it.'): Finding {
  const message = `"${String(path.at(-1))}" has no effect: ${reason}.`;
  return { path, code: 'FIELD_IGNORED', message, fix, severity: 'warning' };
}

function spoken(words: Words): string {
  return typeof words === 'string' ? words : words();
}

/** A report whose paths start at `prefix`. */
export function reportBelow(report: Report, prefix: DocumentPath): Report {
  return (finding) => report({ ...finding, path: [...prefix, ...finding.path] });
}
