import { TerminalError } from '@kubemin/base';
import type { ErrorName, Problem } from '@kubemin/client';

/** Thrown by services to answer a request with an error of the catalogue. The message is shown to whoever asked. */
export class Refusal extends TerminalError {
  readonly error: ErrorName;
  readonly problems: readonly Problem[] | undefined;

  constructor(
    error: ErrorName,
    message: string,
    options: { readonly problems?: readonly Problem[]; readonly cause?: unknown } = {},
  ) {
    super(message, { code: error, cause: options.cause });
    this.error = error;
    this.problems = options.problems;
  }
}
