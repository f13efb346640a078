import type { ResourceSlice } from '@kubemin/kubeapi/types/resource.v1';
import { immutable } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

/** Resource slices: whose devices they announce, where, and in which pool, is decided at creation. */
export const resourceSliceStrategy: Strategy<ResourceSlice> = {
  validateUpdate: ({ spec }, { spec: current }) => [
    ...immutable('spec.driver', spec.driver, current.driver),
    ...immutable('spec.pool.name', spec.pool.name, current.pool.name),
    ...immutable('spec.nodeName', spec.nodeName, current.nodeName),
  ],
};
