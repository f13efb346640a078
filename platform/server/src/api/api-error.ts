import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { ErrorName, Problem } from '@kubemin/client';
import { applicationMessages, revisionMessages, runMessages } from '../messages/index.ts';
import type { ApplicationRow } from './tables.ts';

/** Thrown by services to respond with an error of the catalogue. The message is shown to the caller. */
export class ApiError extends TerminalError {
  readonly error: ErrorName;
  readonly problems: readonly Problem[] | undefined;

  constructor(
    error: ErrorName,
    text: Message,
    options: { readonly problems?: readonly Problem[]; readonly cause?: unknown } = {},
  ) {
    super(text, { code: error, cause: options.cause });
    this.error = error;
    this.problems = options.problems;
  }
}

/** The error of a request for an application that does not exist. */
export function applicationNotFound(appId: string): ApiError {
  return new ApiError('APPLICATION_NOT_FOUND', applicationMessages.notFound({ app: appId }));
}

/** The error of a request for a run that does not exist, by its id or number as the request has it. */
export function runNotFound(run: string): ApiError {
  return new ApiError('TASK_NOT_FOUND', runMessages.notFound({ run }));
}

/** The number by which a run is named; undefined for an id. Ids are longer than any number. */
export function runNumber(run: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(run) ? Number(run) : undefined;
}

/** The error of a request for a revision that an application does not have. */
export function revisionNotFound(
  { name, revision: latest }: Pick<ApplicationRow, 'name' | 'revision'>,
  revision: number,
) {
  return new ApiError('REVISION_NOT_FOUND', revisionMessages.notFound({ app: name, revision, latest }));
}
