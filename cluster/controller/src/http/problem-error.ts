import { type ErrorDetails, TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';

/** A problem with one field of a request. */
export interface ProblemField {
  readonly field: string;
  readonly message: Message;
}

/** What a ProblemError has besides its message. */
export interface ProblemDetails extends ErrorDetails {
  /** The HTTP status of the response. */
  readonly status: number;
  readonly problems?: readonly ProblemField[];
  /** Such as Allow or WWW-Authenticate; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error of an HTTP handler: thrown anywhere below the router, sent as a problem document. */
export class ProblemError extends TerminalError {
  readonly status: number;
  readonly problems: readonly ProblemField[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(text: Message, details: ProblemDetails) {
    super(text, details);
    this.status = details.status;
    this.problems = details.problems ?? [];
    this.headers = details.headers ?? {};
  }
}
