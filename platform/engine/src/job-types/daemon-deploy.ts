import { daemonSetWorkload } from '../readiness/workload.ts';
import { workloadJob } from './workload-job.ts';

/** Delivers a DaemonSet and waits until it runs on every machine it should. */
export const daemonDeploy = workloadJob('daemon_deploy', daemonSetWorkload);
