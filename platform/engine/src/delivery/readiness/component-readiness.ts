import type { InformerFactory } from '@kubemin/kube';
import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { Owner } from '@kubemin/render';
import { type ChangeSource, type ComponentObjects, componentChanges } from '../../task/index.ts';
import type { Readiness } from './readiness.ts';
import {
  cronJobWorkload,
  daemonSetWorkload,
  deploymentWorkload,
  jobWorkload,
  statefulSetWorkload,
  type Workload,
} from './workload.ts';

/** One kind of workload, seen without its type. */
interface WorkloadWatch {
  readonly resources: readonly ResourceType[];
  readonly judge: (objects: ComponentObjects) => readonly Readiness[];
  readonly pods: (objects: ComponentObjects) => readonly Pod[];
}

const WATCHES: readonly WorkloadWatch[] = [
  toWorkloadWatch(deploymentWorkload),
  toWorkloadWatch(statefulSetWorkload),
  toWorkloadWatch(daemonSetWorkload),
  toWorkloadWatch(jobWorkload),
  toWorkloadWatch(cronJobWorkload),
];

function toWorkloadWatch<T extends KubeObject>(workload: Workload<T>): WorkloadWatch {
  const own = (objects: ComponentObjects): readonly T[] =>
    objects
      .list(workload.resource)
      .filter(({ metadata }) => !metadata.ownerReferences?.some(({ controller }) => controller === true));
  return {
    resources: [workload.resource, ...workload.related],
    judge: (objects) => own(objects).map((object) => workload.judge(object, objects)),
    pods: (objects) => own(objects).flatMap((object) => workload.pods(object, objects)),
  };
}

/** Changes of all objects that determine the readiness of a component, whatever their kind. */
export function readinessChanges(
  informers: InformerFactory,
  component: Pick<Owner, 'appId' | 'componentName'>,
): readonly ChangeSource[] {
  const resources = new Set(WATCHES.flatMap((watch) => watch.resources));
  return Array.from(resources, (type) => componentChanges(informers, type, component));
}

/** The readiness of each workload of a component; empty when it has none. */
export function componentReadiness(objects: ComponentObjects): readonly Readiness[] {
  return WATCHES.flatMap((watch) => watch.judge(objects));
}

/** The pods that a component's workloads are judged by. */
export function workloadPods(objects: ComponentObjects): readonly Pod[] {
  return WATCHES.flatMap((watch) => watch.pods(objects));
}
