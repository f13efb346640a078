import { KubeminError } from '@kubemin/base';
import type { ExitCode } from './exit-code.ts';

export interface CliErrorDetails {
  readonly code: string;
  readonly exitCode: ExitCode;
  /** What the user can do about it: a sentence, or a command to type. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/** Thrown when a command cannot do what it was asked: carries the exit code and what to do next. */
export class CliError extends KubeminError {
  readonly exitCode: ExitCode;
  readonly hint: string | undefined;

  constructor(message: string, details: CliErrorDetails) {
    super(message, details);
    this.exitCode = details.exitCode;
    this.hint = details.hint;
  }
}
