import { configStatus, secretStatus } from './delivered-status.ts';
import type { StatusSource } from './status-source.ts';
import { storeStatus, webserviceStatus } from './workload-status.ts';

/** How components of the built-in types fare. */
export const builtinStatusSources: readonly StatusSource[] = [
  webserviceStatus,
  storeStatus,
  configStatus,
  secretStatus,
];
