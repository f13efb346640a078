import { isJsonObject, type JsonValue } from '@kubemin/kubeapi';
import { deliveryMessages } from '../../messages/index.ts';
import { type JobType, toJson } from '../../task/index.ts';
import { workloadOperation } from './workload-operation.ts';

/** The name of the job type that restarts, and of the step it has. */
export const RESTART = 'restart';

/** Which run replaced the pods last; on the pod template, where a change makes Kubernetes replace them. */
export const RESTARTED_BY_RUN = 'kubemin.io/restarted-by-run';

/** Replaces the pods of a workload by the workload's own strategy, once per run, and waits until the new ones are ready. */
export const restart: JobType = workloadOperation(RESTART, ({ live, job }) => {
  const path = ['spec', 'template', 'metadata', 'annotations', RESTARTED_BY_RUN];
  const last = path.reduce((value: JsonValue | undefined, key) => at(value, key), toJson(live));
  if (last === job.taskId) return { done: deliveryMessages.restarted };
  const annotations = { [RESTARTED_BY_RUN]: job.taskId };
  return { done: deliveryMessages.restarted, body: { spec: { template: { metadata: { annotations } } } } };
});

function at(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return value !== undefined && isJsonObject(value) ? value[key] : undefined;
}
