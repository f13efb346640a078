/**
 * The checks of `kubemin doctor`: `runChecks` runs `CHECKS` one after the other. Checks that need a platform are
 * skipped if none responds; a check that throws counts as failed. To add one, write a `Check` and put it behind those
 * that it depends on.
 */
export type { Finding } from './check.ts';
export { CHECKS, type CheckResult, runChecks } from './run-checks.ts';
