/**
 * Checks of `kubemin doctor`.
 */
export type { Finding } from './check.ts';
export { CHECKS, type CheckResult, runChecks } from './run-checks.ts';
