import type { InformerFactory } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import { type ComponentObjects, managedInformer } from './managed-objects.ts';
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
  readonly informersOf: (informers: InformerFactory) => ReturnType<typeof informersOf>;
  readonly judge: (objects: ComponentObjects) => readonly Readiness[];
}

const WATCHES: readonly WorkloadWatch[] = [
  watchOf(deploymentWorkload),
  watchOf(statefulSetWorkload),
  watchOf(daemonSetWorkload),
  watchOf(jobWorkload),
  watchOf(cronJobWorkload),
];

function watchOf<T extends KubeObject>(workload: Workload<T>): WorkloadWatch {
  return {
    informersOf: (informers) => informersOf(informers, workload),
    judge: (objects) =>
      objects
        .of(workload.resource)
        .filter(({ metadata }) => !metadata.ownerReferences?.some(({ controller }) => controller === true))
        .map((object) => workload.judge(object, objects)),
  };
}

function informersOf<T extends KubeObject>(informers: InformerFactory, { resource, related }: Workload<T>) {
  return [resource, ...related].map((type) => {
    const informer = managedInformer(informers, type);
    return { synced: informer.synced, onChange: (listener: () => void) => informer.onChange(listener) };
  });
}

/** Everything to watch for judging components, whatever their kind. */
export function componentInformers(informers: InformerFactory): ReturnType<typeof informersOf> {
  return WATCHES.flatMap((watch) => watch.informersOf(informers));
}

/** How each workload of a component fares; empty when it has none. */
export function componentReadiness(objects: ComponentObjects): readonly Readiness[] {
  return WATCHES.flatMap((watch) => watch.judge(objects));
}
