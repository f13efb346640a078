import { fieldError } from '@kubemin/kubeapi';
import type { Lease } from '@kubemin/kubeapi/types/coordination.v1';
import { nonNegative, positive } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

/** Leases. */
export const leaseStrategy: Strategy<Lease> = {
  createOnUpdate: true,
  requiresResourceVersion: true,
  generation: false,
  validate: ({ spec }) => [
    ...positive('spec.leaseDurationSeconds', spec?.leaseDurationSeconds),
    ...nonNegative('spec.leaseTransitions', spec?.leaseTransitions),
    ...(spec?.preferredHolder !== undefined && spec.strategy === undefined
      ? [fieldError.forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined')]
      : []),
  ],
};
