import { deepEqual, type FieldError, fieldError } from '@kubemin/kubeapi';
import type { PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import type { Strategy } from './strategy.ts';

const UPDATE_RULE =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

/** The claim with its volume mode; also for the templates inside StatefulSets. */
export function defaultClaim(claim: PersistentVolumeClaim): PersistentVolumeClaim {
  if (claim.spec === undefined) return claim;
  return { ...claim, spec: { ...claim.spec, volumeMode: claim.spec.volumeMode ?? 'Filesystem' } };
}

/** Claims: Pending until a controller binds them; afterwards only their size may grow. */
export const persistentVolumeClaimStrategy: Strategy<PersistentVolumeClaim> = {
  generation: false,
  deleteAnswersObject: true,
  defaults: defaultClaim,
  prepareForCreate: (claim) => ({ ...claim, status: { phase: 'Pending' } }),
  validate: ({ spec }) => [
    ...accessModeProblems(spec?.accessModes),
    ...(spec?.resources?.requests?.storage === undefined ? [fieldError.required('spec.resources[storage]')] : []),
  ],
  validateUpdate: (claim, current) =>
    deepEqual(fixedPart(claim), fixedPart(current)) ? [] : [fieldError.forbidden('spec', UPDATE_RULE)],
};

/** Volumes: Pending until a controller makes them Available. */
export const persistentVolumeStrategy: Strategy<PersistentVolume> = {
  generation: false,
  deleteAnswersObject: true,
  defaults: (volume) => ({
    ...volume,
    spec: {
      ...volume.spec,
      persistentVolumeReclaimPolicy: volume.spec?.persistentVolumeReclaimPolicy ?? 'Retain',
      volumeMode: volume.spec?.volumeMode ?? 'Filesystem',
    },
  }),
  prepareForCreate: (volume) => ({ ...volume, status: { phase: 'Pending' } }),
  validate: ({ spec }) => [
    ...accessModeProblems(spec?.accessModes),
    ...(Object.keys(spec?.capacity ?? {}).length === 0 ? [fieldError.required('spec.capacity')] : []),
  ],
};

function accessModeProblems(modes: readonly string[] | undefined): readonly FieldError[] {
  return (modes?.length ?? 0) > 0
    ? []
    : [fieldError.required('spec.accessModes', 'at least 1 access mode is required')];
}

function fixedPart({ spec }: PersistentVolumeClaim): unknown {
  if (spec === undefined) return undefined;
  // The binder fills in volumeName and, for claims without one, the storage class.
  const { resources: _r, volumeAttributesClassName: _a, volumeName: _v, storageClassName: _s, ...fixed } = spec;
  return fixed;
}
