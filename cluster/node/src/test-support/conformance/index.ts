import { LIFECYCLE_SPECS } from './lifecycle-specs.ts';
import { NETWORK_SPECS } from './network-specs.ts';
import { PROGRAM_SPECS } from './program-specs.ts';
import { RESOURCE_SPECS } from './resource-specs.ts';
import type { ConformanceSpec } from './spec-context.ts';
import { VOLUME_SPECS } from './volume-specs.ts';
import { WORKLOAD_SPECS } from './workload-specs.ts';

export { PROCESS_IMAGE } from './program-specs.ts';
export { type ConformanceSpec, SpecContext } from './spec-context.ts';
export { UNSHOWN_SPECS } from './unshown-specs.ts';

/** Scenarios under the names that Kubernetes' conformance suite has for what they show. */
export const CONFORMANCE_SPECS: readonly ConformanceSpec[] = [
  ...[...PROGRAM_SPECS, ...VOLUME_SPECS, ...LIFECYCLE_SPECS],
  ...[...NETWORK_SPECS, ...WORKLOAD_SPECS, ...RESOURCE_SPECS],
];
