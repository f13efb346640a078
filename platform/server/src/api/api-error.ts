import { TerminalError } from '@kubemin/base';
import type { ErrorName, Problem } from '@kubemin/client';
import type { ApplicationRow } from '../applications/tables.ts';

/** Thrown by services to answer a request with an error of the catalogue. The message is shown to whoever asked. */
export class ApiError extends TerminalError {
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

/** The refusal to do something to an application that is not there. */
export function applicationNotFound(appId: string): ApiError {
  return new ApiError('APPLICATION_NOT_FOUND', `there is no application ${appId}`);
}

/** The refusal to do something to a run that is not there, by its id or number as it was named. */
export function runNotFound(run: string): ApiError {
  return new ApiError('TASK_NOT_FOUND', `there is no run ${run}`);
}

/** The number by which a run is named; undefined for an id. Ids are longer than any number. */
export function runNumber(run: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(run) ? Number(run) : undefined;
}

/** The refusal to speak of a revision an application does not have. */
export function revisionNotFound(
  { name, revision: newest }: Pick<ApplicationRow, 'name' | 'revision'>,
  revision: number,
) {
  return new ApiError('REVISION_NOT_FOUND', `application ${name} has no revision ${revision}; its newest is ${newest}`);
}
