import { deepEqual, fieldError } from '@kubemin/kubeapi';
import type { ControllerRevision } from '@kubemin/kubeapi/types/apps.v1';
import { nonNegative } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

/** Controller revisions: a past state does not change, its number may. */
export const controllerRevisionStrategy: Strategy<ControllerRevision> = {
  validate: ({ data, revision }) => [
    ...(data === undefined ? [fieldError.required('data', 'data is mandatory')] : []),
    ...nonNegative('revision', revision),
  ],
  validateUpdate: ({ data }, current) =>
    deepEqual(data, current.data) ? [] : [fieldError.invalid('data', data, 'field is immutable')],
};
