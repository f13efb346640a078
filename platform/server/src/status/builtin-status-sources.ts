import { configStatus, secretStatus } from './delivered-status.ts';
import type { StatusSource } from './status-source.ts';
import { cronStatus, daemonStatus, deploymentStatus, jobStatus, storeStatus } from './workload-status.ts';

/** How components of the built-in types fare. */
export const builtinStatusSources: readonly StatusSource[] = [
  deploymentStatus,
  storeStatus,
  daemonStatus,
  // Before jobs: a job that is made by a CronJob is only one of its runs.
  cronStatus,
  jobStatus,
  configStatus,
  secretStatus,
];
