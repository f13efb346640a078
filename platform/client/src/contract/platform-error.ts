import { KubeminError } from '@kubemin/base';
import { decodeMessage, errorMessage, type Message, verbatim } from '@kubemin/base/message';
import { connectionMessages } from '../messages/index.ts';
import type { ErrorBody } from './error-body.ts';
import type { Problem } from './problem.ts';

/** What is known about a call that did not succeed. */
export interface PlatformErrorDetails {
  /** Stable name: one of the error catalogue, or UNREACHABLE / REDIRECTED / UNEXPECTED_ANSWER made by the client itself. */
  readonly code: string;
  readonly url: string;
  /** The number beside the name; absent when no KubeMin server responded. */
  readonly businessCode?: number;
  /** HTTP status; absent without a response. */
  readonly status?: number;
  readonly problems?: readonly Problem[];
  /** What the log of the server calls the request; absent when no KubeMin server responded. */
  readonly requestId?: string;
  readonly cause?: unknown;
}

/** Every failure of a call to the platform. `code` is the stable name to match on; the message is fit to be shown. */
export class PlatformError extends KubeminError {
  readonly url: string;
  readonly businessCode: number | undefined;
  readonly status: number | undefined;
  readonly problems: readonly Problem[];
  readonly requestId: string | undefined;

  constructor(text: Message, details: PlatformErrorDetails) {
    super(text, { code: details.code, cause: details.cause });
    this.url = details.url;
    this.businessCode = details.businessCode;
    this.status = details.status;
    this.problems = details.problems ?? [];
    this.requestId = details.requestId;
  }

  /** Whether the same call may succeed later. */
  get retryable(): boolean {
    if (this.status === undefined) return this.code === 'UNREACHABLE';
    return this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/** The address cannot be connected to. */
export function unreachable(url: string, cause: unknown): PlatformError {
  return new PlatformError(connectionMessages.unreachable({ url, reason: causeMessage(cause) }), {
    code: 'UNREACHABLE',
    url,
    cause,
  });
}

/** The server returned an error of the contract. */
export function apiError(url: string, status: number, body: ErrorBody): PlatformError {
  return new PlatformError(decodeMessage(body.texts?.message, body.message) ?? verbatim(body.message), {
    code: body.error,
    businessCode: body.code,
    url,
    status,
    ...(body.problems === undefined ? {} : { problems: body.problems }),
    ...(body.requestId === undefined ? {} : { requestId: body.requestId }),
  });
}

/** The address redirects; neither token nor document is sent there. */
export function redirected(url: string, status: number): PlatformError {
  return new PlatformError(connectionMessages.redirected({ url }), {
    code: 'REDIRECTED',
    url,
    ...(status !== 0 && { status }),
  });
}

/** The response is not of the contract: no KubeMin server, a proxy in between, or another version. */
export function unexpectedResponse(url: string, status: number, cause: unknown): PlatformError {
  return new PlatformError(connectionMessages.unexpectedResponse({ url, status, reason: causeMessage(cause) }), {
    code: 'UNEXPECTED_ANSWER',
    url,
    status,
    cause,
  });
}

/** `fetch` hides the reason (ECONNREFUSED and the like) one or more causes down, and an AggregateError has no text of its own. */
function causeMessage(thrown: unknown): Message {
  if (thrown instanceof Error && thrown.cause instanceof Error) return causeMessage(thrown.cause);
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return causeMessage(thrown.errors[0]);
  return errorMessage(thrown);
}
