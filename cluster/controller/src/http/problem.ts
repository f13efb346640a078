import { STATUS_CODES } from 'node:http';
import { KubeminError, RetryableError } from '@kubemin/base';
import { encodeTexts, errorMessage, type Message, type Texts, verbatim } from '@kubemin/base/message';
import { isStatusError, type StatusError } from '@kubemin/kubeapi';
import { httpMessages } from '../messages/index.ts';
import type { HttpReply } from './http-request.ts';
import { ProblemError, type ProblemField } from './problem-error.ts';

/** The media type of RFC 9457. */
export const PROBLEM_TYPE = 'application/problem+json';

/** An error in the format of RFC 9457, with a stable code. */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The path of the request. */
  readonly instance: string;
  readonly code: string;
  readonly problems?: readonly { readonly field: string; readonly message: string; readonly texts?: Texts }[];
  /** Code and parameters of `detail`, for readers of other languages. */
  readonly texts?: Texts;
}

/** Converts a thrown value to a problem. Messages of internal errors are not sent to callers. */
export function toProblem(thrown: unknown, instance: string): Problem {
  if (thrown instanceof ProblemError) return createProblem({ ...problemErrorParts(thrown), instance });
  if (isStatusError(thrown)) return createProblem({ ...statusErrorParts(thrown), instance });
  if (thrown instanceof RetryableError) {
    const detail = httpMessages.retryLater({ reason: errorMessage(thrown) });
    return createProblem({ status: 503, detail, code: thrown.code, instance });
  }
  const code = thrown instanceof KubeminError ? thrown.code : 'INTERNAL_ERROR';
  return createProblem({ status: 500, detail: httpMessages.internal, code, instance });
}

/** The response for a thrown value. */
export function problemReply(thrown: unknown, instance: string): HttpReply {
  const found = toProblem(thrown, instance);
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

interface Parts extends Omit<Problem, 'type' | 'title' | 'detail' | 'problems' | 'texts'> {
  readonly detail: Message;
  readonly problems?: readonly ProblemField[];
}

function createProblem({ status, detail, instance, code, problems = [] }: Parts): Problem {
  const title = STATUS_CODES[status] ?? 'Error';
  return {
    type: 'about:blank',
    title,
    status,
    detail: detail.message,
    instance,
    code,
    ...(problems.length > 0 && {
      problems: problems.map(({ field, message }) => ({
        field,
        message: message.message,
        ...encodeTexts({ message }),
      })),
    }),
    ...encodeTexts({ detail }),
  };
}

function problemErrorParts(error: ProblemError): Omit<Parts, 'instance'> {
  const { status, code, problems } = error;
  return { status, detail: errorMessage(error), code, problems };
}

function statusErrorParts(error: StatusError): Omit<Parts, 'instance'> {
  const causes = error.status.details?.causes ?? [];
  const problems = causes.flatMap(({ field, message }) =>
    field === undefined || message === undefined ? [] : [{ field, message: verbatim(message) }],
  );
  return { status: error.httpCode, detail: verbatim(error.message), code: error.code, problems };
}
