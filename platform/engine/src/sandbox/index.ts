/**
 * Runs programs of users in pods: `runPod` executes a container to its end in the sandbox of the application's
 * namespace, under the "restricted" pod security standard, with quota, an account without rights and restricted
 * egress, and reads log and values (`programValues`). The pod's name derives from the job, so a resumed job finds its
 * pod; a pod that the cluster removed is started again, so programs run at least once. Existing sandbox objects are
 * never changed: administrators may set other quotas. `PodSweep` deletes pods of runs that are over.
 */
export type { EgressRule } from './egress.ts';
export { PodSweep } from './pod-sweep.ts';
export { programValues } from './program-values.ts';
export { abandonPod, type PodRun, runPod } from './run-pod.ts';
export type { PodRequest } from './sandbox-pod.ts';
export { deviceShortage } from './shortage.ts';
export { hasPods, mergeWorkloadLogs, readWorkloadLog } from './workload-log.ts';
