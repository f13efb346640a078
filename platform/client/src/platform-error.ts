import { KubeminError } from '@kubemin/base';
import { decodeMessage, type Message } from '@kubemin/base/message';
import type { ErrorBody } from './error-body.ts';
import type { Problem } from './problem.ts';

/** What is known about a call that did not succeed. */
export interface PlatformErrorDetails {
  /** Stable name: one of the error catalogue, or UNREACHABLE / REDIRECTED / UNEXPECTED_ANSWER made by the client itself. */
  readonly code: string;
  readonly url: string;
  /** The number beside the name; absent when no KubeMin server answered. */
  readonly businessCode?: number;
  /** HTTP status; absent when nobody answered. */
  readonly status?: number;
  readonly problems?: readonly Problem[];
  readonly cause?: unknown;
}

/** Every failure of a call to the platform. `code` is the stable name to match on; the message is fit to be shown. */
export class PlatformError extends KubeminError {
  readonly url: string;
  readonly businessCode: number | undefined;
  readonly status: number | undefined;
  readonly problems: readonly Problem[];

  constructor(text: Message | string, details: PlatformErrorDetails) {
    super(text, { code: details.code, cause: details.cause });
    this.url = details.url;
    this.businessCode = details.businessCode;
    this.status = details.status;
    this.problems = details.problems ?? [];
  }

  /** Whether the same call may succeed later. */
  get retryable(): boolean {
    if (this.status === undefined) return this.code === 'UNREACHABLE';
    return this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/** Nobody answered at this address. */
export function unreachable(url: string, cause: unknown): PlatformError {
  return new PlatformError(`cannot reach KubeMin at ${url}: ${causeInWords(cause)}`, {
    code: 'UNREACHABLE',
    url,
    cause,
  });
}

/** The server refused, and said why in the shape of the contract. */
export function apiError(url: string, status: number, body: ErrorBody): PlatformError {
  return new PlatformError(decodeMessage(body.texts?.message, body.message) ?? body.message, {
    code: body.error,
    businessCode: body.code,
    url,
    status,
    ...(body.problems === undefined ? {} : { problems: body.problems }),
  });
}

/** The address leads elsewhere, where neither token nor document is sent. */
export function redirected(url: string, status: number): PlatformError {
  return new PlatformError(`${url} redirects elsewhere, which is not followed; give the address it redirects to`, {
    code: 'REDIRECTED',
    url,
    ...(status !== 0 && { status }),
  });
}

/** Something answered that does not keep the contract: not a KubeMin server, a proxy in between, or another version. */
export function unexpectedResponse(url: string, status: number, cause: unknown): PlatformError {
  return new PlatformError(
    `the answer of ${url} (HTTP ${status}) is not one of KubeMin's: ${causeInWords(cause)}; is the address right, and is the server of the same version as this client?`,
    { code: 'UNEXPECTED_ANSWER', url, status, cause },
  );
}

/** `fetch` hides the reason (ECONNREFUSED and the like) one or more causes down, and an AggregateError has no words of its own. */
function causeInWords(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown.cause instanceof Error) return causeInWords(thrown.cause);
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return causeInWords(thrown.errors[0]);
  return thrown.message;
}
