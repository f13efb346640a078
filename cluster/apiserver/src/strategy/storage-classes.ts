import { fieldError } from '@kubemin/kubeapi';
import type { StorageClass } from '@kubemin/kubeapi/types/storage.v1';
import { immutable, named, oneOf, type Problems, required } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

const RECLAIM_POLICIES = ['Delete', 'Retain'];
const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer'];
const MAX_PARAMETERS = 512;

/** Storage classes: how volumes are made; existing volumes rely on it, so it does not change. */
export const storageClassStrategy: Strategy<StorageClass> = {
  deleteReturnsObject: true,
  defaults: (one) => ({
    ...one,
    reclaimPolicy: one.reclaimPolicy ?? 'Delete',
    volumeBindingMode: one.volumeBindingMode ?? 'Immediate',
  }),
  validate: (one) => [
    ...required('provisioner', one.provisioner),
    ...named('provisioner', one.provisioner.toLowerCase(), 'qualifiedName'),
    ...parameterProblems(one.parameters ?? {}),
    ...oneOf('reclaimPolicy', one.reclaimPolicy, RECLAIM_POLICIES),
    ...oneOf('volumeBindingMode', one.volumeBindingMode, BINDING_MODES),
  ],
  validateUpdate: (one, current) => [
    ...forbiddenChange('parameters', one.parameters, current.parameters),
    ...forbiddenChange('provisioner', one.provisioner, current.provisioner),
    ...forbiddenChange('reclaimPolicy', one.reclaimPolicy, current.reclaimPolicy),
    ...immutable('volumeBindingMode', one.volumeBindingMode, current.volumeBindingMode),
  ],
};

function forbiddenChange(field: string, next: unknown, current: unknown): Problems {
  const changed = immutable(field, next, current).length > 0;
  return changed ? [fieldError.forbidden(field, `updates to ${field} are forbidden.`)] : [];
}

function parameterProblems(parameters: Readonly<Record<string, string>>): Problems {
  const keys = Object.keys(parameters);
  return [
    ...(keys.length > MAX_PARAMETERS ? [fieldError.tooLong('parameters', MAX_PARAMETERS)] : []),
    ...keys.filter((key) => key === '').map((key) => fieldError.invalid('parameters', key, 'field can not be empty.')),
  ];
}
