import type { KubeObject } from '@kubemin/kubeapi';
import type { JobType } from '../job-type.ts';
import { workloadWait } from '../readiness/await-workload.ts';
import type { Workload } from '../readiness/workload.ts';
import { type ObjectJobOptions, objectJob } from './object-job.ts';

/** Makes a job type that delivers a kind of workload and waits until it runs what was delivered, whole. */
export function workloadJob<T extends KubeObject>(
  name: string,
  workload: Workload<T>,
  more: Pick<ObjectJobOptions, 'thereupon'> = {},
): JobType {
  return objectJob({
    name,
    kind: workload.resource.kind,
    priority: 10,
    prune: { resource: workload.resource, after: 'component' },
    timeoutMs: (settings) => settings.deployTimeoutMs,
    untilReady: workloadWait(workload),
    ...more,
  });
}
