import type { IPAddress } from '@kubemin/kubeapi/types/networking.v1';
import { ipAddress } from './addresses.ts';
import { immutable, required } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

/** Addresses that are in use: each is named after itself, and belongs to one object permanently. */
export const ipAddressStrategy: Strategy<IPAddress> = {
  // Those of IPv6 have colons.
  nameRule: 'pathSegment',
  validate: ({ metadata: { name = '' }, spec }) => [
    ...ipAddress('metadata.name', name),
    ...required('spec.parentRef.resource', spec?.parentRef.resource),
    ...required('spec.parentRef.name', spec?.parentRef.name),
  ],
  validateUpdate: ({ spec }, current) => immutable('spec.parentRef', spec?.parentRef, current.spec?.parentRef),
};
