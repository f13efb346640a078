import { deepEqual, fieldError } from '@kubemin/kubeapi';
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '@kubemin/kubeapi/types/core.v1';
import { accessModes, VOLUME_MODES } from './access-modes.ts';
import { exceeds, positiveAmount } from './amounts.ts';
import { named, oneOf, type Problems } from './field-checks.ts';
import { validateLabelSelector } from './label-selectors.ts';
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
  deleteReturnsObject: true,
  defaults: defaultClaim,
  prepareForCreate: (claim) => ({ ...claim, status: { phase: 'Pending' } }),
  validate: ({ spec }) => claimProblems(spec ?? {}),
  validateUpdate(claim, current) {
    const bound = current.status?.phase === 'Bound';
    const size = claim.spec?.resources?.requests?.storage;
    const old = current.spec?.resources?.requests?.storage;
    const same = deepEqual(immutablePart(claim, bound), immutablePart(current, bound));
    return [
      ...(same ? [] : [fieldError.forbidden('spec', UPDATE_RULE)]),
      ...(same && size !== undefined && old !== undefined && exceeds(old, size) && !isShrinkable(claim, size)
        ? [fieldError.forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity')]
        : []),
    ];
  },
};

/** A claim that was never resized, or asked for more than it got, may ask for less again: never for less than it has. */
function isShrinkable({ status }: PersistentVolumeClaim, size: string): boolean {
  const has = status?.capacity?.storage;
  return has !== undefined && exceeds(size, has);
}

function claimProblems(spec: PersistentVolumeClaimSpec): Problems {
  const storage = spec.resources?.requests?.storage;
  return [
    ...validateLabelSelector('spec.selector', spec.selector),
    ...accessModes(spec.accessModes),
    ...(storage === undefined
      ? [fieldError.required('spec.resources[storage]')]
      : positiveAmount('spec.resources[storage]', storage)),
    ...named('spec.storageClassName', spec.storageClassName, 'dns1123Subdomain'),
    ...oneOf('spec.volumeMode', spec.volumeMode, VOLUME_MODES),
  ];
}

function immutablePart({ spec }: PersistentVolumeClaim, bound: boolean): unknown {
  if (spec === undefined) return undefined;
  // The binder fills in volumeName and, for claims without one, the storage class.
  const { resources, volumeAttributesClassName: _a, volumeName: _v, storageClassName: _s, ...fixed } = spec;
  return bound ? fixed : { ...fixed, resources };
}
