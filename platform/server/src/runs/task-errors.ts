import { KubeminError } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import type { ErrorName } from '@kubemin/client';
import { ApiError } from '../api/index.ts';

const TASK_ERRORS: readonly ErrorName[] = [
  'TASK_NOT_FOUND',
  'TASK_FINISHED',
  'TASK_NOT_FINISHED',
  'TASK_SUPERSEDED',
  'NOTHING_TO_DECIDE',
  'NOTHING_TO_RETRY',
];

/** What the engine refuses about a task is returned to the caller, under the same name and with the same message. */
export async function withTaskErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof KubeminError ? error.code : undefined;
    const name = TASK_ERRORS.find((each) => each === code);
    if (name === undefined || !(error instanceof KubeminError)) throw error;
    throw new ApiError(name, errorMessage(error), { cause: error });
  }
}
