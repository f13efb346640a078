import { isJsonObject } from '@kubemin/kubeapi';
import { deliveryMessages } from '../../messages/index.ts';
import { type JobType, toJson } from '../../task/index.ts';
import { workloadOperation } from './workload-operation.ts';

/** The name of the job type that scales, and of the step it has. */
export const SCALE = 'scale';

/** Sets how many copies of a workload run, and nothing else: pods that stay are not touched. Waits until it is so. */
export const scale: JobType = workloadOperation(SCALE, ({ live, rendered }) => {
  const [present, wanted] = [live, rendered.object].map((object) => {
    const { spec } = toJson(object);
    return isJsonObject(spec) ? spec.replicas : undefined;
  });
  if (present === wanted) return { done: deliveryMessages.replicasUnchanged({ replicas: `${wanted}` }) };
  const done = deliveryMessages.scaled({ from: `${present ?? 1}`, to: `${wanted ?? 1}` });
  return { done, body: { spec: { replicas: wanted ?? 1 } } };
});
