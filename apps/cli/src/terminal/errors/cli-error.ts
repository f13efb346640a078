import { KubeminError } from '@kubemin/base';
import { baseMessages, errorMessage, type Message, verbatim } from '@kubemin/base/message';

/** The exit codes people and scripts rely on. */
export const ExitCode = {
  ok: 0,
  failed: 1,
  /** Of `diff` only, whose trouble is 2 or more. */
  differs: 1,
  usage: 2,
  invalid: 3,
  unauthenticated: 4,
  notFound: 5,
  conflict: 6,
  /** Files do not hold what was stored; nothing was started or copied. */
  damaged: 7,
  /** The wait ended before the run did; the run goes on. */
  waitTimedOut: 124,
  /** Ctrl-C; the run goes on. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** How another program ended that was run in our place; its exit code is passed on. */
export interface ForeignExit {
  readonly foreign: number;
}

const ABOUT_PATH = baseMessages.aboutPath({ path: '', reason: baseMessages.verbatim({ text: '' }) }).code;

/** Why something failed, without the path that the operating system adds: the message around it names the file. */
export function failureReason(thrown: unknown): Message {
  const message = errorMessage(thrown);
  const reason = message.code === ABOUT_PATH ? message.params?.reason : undefined;
  return typeof reason === 'object' && 'code' in reason ? reason : message;
}

export interface CliErrorDetails {
  readonly code: string;
  readonly exitCode: ExitCode;
  /** What the user can do about it: a sentence, or a command to type. */
  readonly hint: Message | string;
  readonly cause?: unknown;
}

/** Thrown when a command cannot do what it was asked: carries the exit code and what to do next. */
export class CliError extends KubeminError {
  readonly exitCode: ExitCode;
  readonly hint: Message;

  constructor(text: Message, details: CliErrorDetails) {
    super(text, details);
    this.exitCode = details.exitCode;
    this.hint = typeof details.hint === 'string' ? verbatim(details.hint) : details.hint;
  }
}
