import { STATUS_CODES } from 'node:http';
import { KubeminError, RetryableError } from '@kubemin/base';
import { isStatusError, type StatusError } from '@kubemin/kubeapi';
import type { HttpReply } from './http-request.ts';
import { ProblemError, type ProblemField } from './problem-error.ts';

/** The media type of RFC 9457. */
export const PROBLEM_TYPE = 'application/problem+json';

/** An error as RFC 9457 writes it, with our stable code. */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The path that was asked for. */
  readonly instance: string;
  readonly code: string;
  readonly problems?: readonly ProblemField[];
}

/** The problem behind anything that was thrown. What was not meant for callers is not told to them. */
export function problemOf(thrown: unknown, instance: string): Problem {
  if (thrown instanceof ProblemError) return problem({ ...partsOf(thrown), instance });
  if (isStatusError(thrown)) return problem({ ...partsOfStatus(thrown), instance });
  if (thrown instanceof RetryableError) {
    return problem({ status: 503, detail: `${thrown.message}; try again later`, code: thrown.code, instance });
  }
  const code = thrown instanceof KubeminError ? thrown.code : 'INTERNAL_ERROR';
  const detail = 'the request failed for a reason of our own; the log of the server says which';
  return problem({ status: 500, detail, code, instance });
}

/** The answer that tells of it. */
export function problemReply(thrown: unknown, instance: string): HttpReply {
  const found = problemOf(thrown, instance);
  const retryAfter = isStatusError(thrown) ? thrown.status.details?.retryAfterSeconds : undefined;
  return {
    status: found.status,
    headers: {
      'content-type': PROBLEM_TYPE,
      ...(thrown instanceof ProblemError && thrown.headers),
      ...(found.status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: `${JSON.stringify(found)}\n`,
  };
}

type Parts = Omit<Problem, 'type' | 'title'>;

function problem({ status, detail, instance, code, problems = [] }: Parts): Problem {
  const title = STATUS_CODES[status] ?? 'Error';
  return { type: 'about:blank', title, status, detail, instance, code, ...(problems.length > 0 && { problems }) };
}

function partsOf({ status, message, code, problems }: ProblemError): Omit<Parts, 'instance'> {
  return { status, detail: message, code, problems };
}

function partsOfStatus(error: StatusError): Omit<Parts, 'instance'> {
  const causes = error.status.details?.causes ?? [];
  const problems = causes.flatMap(({ field, message }) =>
    field === undefined || message === undefined ? [] : [{ field, message }],
  );
  return { status: error.httpCode, detail: error.message, code: error.code, problems };
}
