/**
 * Runs users' programs in pods without rights, with quota and restricted egress, and reads their results.
 */
export type { EgressRule } from './egress.ts';
export { PodSweep } from './pod-sweep.ts';
export { programValues } from './program-values.ts';
export { abandonPod, type PodRun, runPod } from './run-pod.ts';
export type { PodRequest } from './sandbox-pod.ts';
export { hasPods, mergeWorkloadLogs, readWorkloadLog } from './workload-log.ts';
