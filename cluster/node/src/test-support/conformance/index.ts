import { LIFECYCLE_SPECS } from './lifecycle-specs.ts';
import { PROGRAM_SPECS } from './program-specs.ts';
import type { ConformanceSpec } from './spec-context.ts';
import { VOLUME_SPECS } from './volume-specs.ts';

export { PROCESS_IMAGE } from './program-specs.ts';
export { type ConformanceSpec, SpecContext } from './spec-context.ts';
export { UNSHOWN_SPECS } from './unshown-specs.ts';

/** Scenarios under the names that Kubernetes' conformance suite has for what they show. */
export const CONFORMANCE_SPECS: readonly ConformanceSpec[] = [...PROGRAM_SPECS, ...VOLUME_SPECS, ...LIFECYCLE_SPECS];
