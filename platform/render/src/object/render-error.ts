import { TerminalError } from '@kubemin/base';
import { baseMessages } from '@kubemin/base/message';
import { type DocumentPath, formatPath, type Problem, type ProblemText, toMessage, toProblem } from '@kubemin/model';

/** Where rendering failed, and why. */
export interface RenderErrorDetails {
  readonly path: DocumentPath;
  /** @default 'RENDER_FAILED' */
  readonly code?: string;
  readonly fix?: ProblemText;
  readonly cause?: unknown;
}

/** One of several reasons why rendering failed. */
export interface RenderFault extends Omit<RenderErrorDetails, 'cause'> {
  readonly message: ProblemText;
}

/** Thrown when a document cannot become objects; `path` is the part of the document at fault. */
export class RenderError extends TerminalError {
  readonly path: string;
  /** All that is to blame, the first of them as in `path`, in the form in which validation reports it. */
  readonly problems: readonly Problem[];

  constructor(message: ProblemText, details: RenderErrorDetails, more: readonly RenderFault[] = []) {
    const path = formatPath(details.path);
    super(baseMessages.aboutPath({ path, reason: toMessage(message) }), {
      code: details.code ?? 'RENDER_FAILED',
      cause: details.cause,
    });
    this.path = path;
    this.problems = [{ message, ...details }, ...more].map(problem);
  }

  /** Throws one error for all faults; does nothing when there are none. */
  static throwIfAny([first, ...more]: readonly RenderFault[]): void {
    if (first !== undefined) throw new RenderError(first.message, first, more);
  }
}

function problem({ path, code = 'RENDER_FAILED', message, fix }: RenderFault): Problem {
  return toProblem({ path, code, message, ...(fix === undefined ? {} : { fix }) });
}
