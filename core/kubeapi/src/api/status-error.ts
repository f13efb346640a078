import { KubeminError, RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { Status } from '../generated/types/meta.v1.gen.ts';

/** The reasons Kubernetes gives in a Status; a server may send others. */
export type StatusReason =
  | 'AlreadyExists'
  | 'BadRequest'
  | 'Conflict'
  | 'Expired'
  | 'Forbidden'
  | 'Gone'
  | 'InternalError'
  | 'Invalid'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'NotFound'
  | 'RequestEntityTooLarge'
  | 'ServerTimeout'
  | 'ServiceUnavailable'
  | 'Timeout'
  | 'TooManyRequests'
  | 'Unauthorized'
  | 'Unknown'
  | 'UnsupportedMediaType';

/** An error of a Kubernetes API: what the server returns, and what the client throws. */
export class StatusError extends KubeminError {
  readonly status: Status;

  constructor(status: Status, cause?: unknown) {
    super(verbatim(status.message ?? `the server responded ${status.code ?? 'without a code'}`), {
      code: `KUBE_${upperSnake(status.reason ?? 'Unknown')}`,
      cause,
    });
    this.status = status;
  }

  get httpCode(): number {
    return this.status.code ?? 500;
  }

  get reason(): string {
    return this.status.reason ?? 'Unknown';
  }

  /**
   * Whether the same intent may succeed later. A Conflict counts, after reading the object again; a conflict between
   * field managers does not, as it stays until one of them gives up the field.
   */
  get retryable(): boolean {
    if (this.reason === 'Conflict') return !this.#betweenFieldManagers();
    return this.httpCode === 429 || (this.httpCode >= 500 && this.httpCode !== 501);
  }

  #betweenFieldManagers(): boolean {
    return this.status.details?.causes?.some((cause) => cause.reason === 'FieldManagerConflict') ?? false;
  }
}

/** Whether `error` is a Kubernetes refusal, and for this reason if one is given. */
export function isStatusError(error: unknown, reason?: StatusReason): error is StatusError {
  return error instanceof StatusError && (reason === undefined || error.reason === reason);
}

/** Whether trying again may help, for anything that was thrown. */
export function isRetryable(error: unknown): boolean {
  return error instanceof StatusError ? error.retryable : error instanceof RetryableError;
}

function upperSnake(reason: string): string {
  return reason.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}

/** Awaits a request for an object that may be gone already; resolves with undefined then. */
export async function ignoreNotFound<R>(request: Promise<R>): Promise<R | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isStatusError(error, 'NotFound')) return undefined;
    throw error;
  }
}
