import { configStatus, secretStatus } from './delivered-status.ts';
import { deploymentStatus } from './deployment-status.ts';
import { statefulSetStatus } from './stateful-set-status.ts';
import type { StatusSource } from './status-source.ts';

/** How components of the built-in types fare. */
export const builtinStatusSources: readonly StatusSource[] = [
  deploymentStatus,
  statefulSetStatus,
  configStatus,
  secretStatus,
];
