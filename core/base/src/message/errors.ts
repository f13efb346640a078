import { baseMessages, systemMessages } from './base-messages.ts';
import type { Message } from './message.ts';

export interface ErrorDetails {
  /** Stable, upper snake case; users and programs match on it. */
  readonly code: string;
  readonly cause?: unknown;
}

/**
 * The root of all errors we throw on purpose. Retryable or terminal is a matter of type: see the two subclasses.
 * An error that is neither is a bug, and is treated as terminal.
 */
export class KubeminError extends Error {
  readonly code: string;
  /** What a reader of any language is shown; {@link verbatim} where there is English alone, as for texts of Kubernetes. */
  readonly text: Message;

  constructor(text: Message, details: ErrorDetails) {
    super(text.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code;
    this.text = text;
  }
}

/** Thrown when the same call may succeed later: the other side was busy, gone, or had moved on. */
export class RetryableError extends KubeminError {}

/** Thrown when trying again cannot help: the input or the state is wrong. */
export class TerminalError extends KubeminError {}

/** A mistake of the code that calls, not of a user or of the environment: its text is English, for the authors of that code. */
export class ProgrammingError extends TerminalError {
  constructor(text: string, code: string, { cause }: Pick<ErrorDetails, 'cause'> = {}) {
    super(verbatim(text), { code, cause });
  }
}

/** The one place where `unknown` from a catch becomes an Error. */
export function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(typeof thrown === 'string' ? thrown : `thrown: ${describe(thrown)}`);
}

/** Never throws, whatever was thrown: not everything has a JSON form, or a text. */
function describe(thrown: unknown): string {
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}

/** A text of another program, such as Kubernetes, which is shown as it is in every language. */
export function verbatim(text: string): Message {
  return baseMessages.verbatim({ text });
}

/** The message of any thrown value: its own, that of the operating system for known codes, else its text as it is. */
export function errorMessage(thrown: unknown): Message {
  if (thrown instanceof KubeminError) return thrown.text;
  const error = toError(thrown);
  return systemError(error) ?? verbatim(error.message);
}

function systemError(error: Error): Message | undefined {
  if (!('code' in error) || typeof error.code !== 'string' || !isSystemCode(error.code)) return undefined;
  const reason = systemMessages[error.code];
  if ('path' in error && typeof error.path === 'string') return baseMessages.aboutPath({ path: error.path, reason });
  const host = 'address' in error ? error.address : 'hostname' in error ? error.hostname : undefined;
  if (typeof host !== 'string') return reason;
  const port = 'port' in error ? `:${error.port}` : '';
  return baseMessages.aboutAddress({ address: `${host}${port}`, reason });
}

function isSystemCode(code: string): code is Extract<keyof typeof systemMessages, string> {
  return Object.hasOwn(systemMessages, code);
}
