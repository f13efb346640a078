import type { KubeObject } from '@kubemin/kubeapi';
import type { Deployment, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import { isAutoscaler, isDeployment, isStatefulSet, type RenderedObject } from '../object/index.ts';

/**
 * Objects in which workloads with an autoscaler have its minimum. One that starts from nothing needs
 * that: it would come up with a single copy, or with none, and autoscalers leave what has none alone.
 */
export function startingCopies(objects: readonly RenderedObject[]): readonly RenderedObject[] {
  const least = leastCopies(objects);
  return objects.map((rendered) => {
    const replicas = least(rendered.object);
    return replicas === undefined ? rendered : { ...rendered, object: counted(rendered.object, replicas) };
  });
}

/** The least copies that autoscalers among `objects` would have of a workload; undefined when none counts it. */
export function leastCopies(objects: readonly RenderedObject[]): (workload: KubeObject) => number | undefined {
  const least = new Map(
    objects.flatMap(({ object }) => {
      if (!isAutoscaler(object) || object.spec === undefined) return [];
      const { scaleTargetRef, minReplicas = 1 } = object.spec;
      return [[`${scaleTargetRef.kind}/${scaleTargetRef.name}`, minReplicas] as const];
    }),
  );
  return ({ kind, metadata }) => least.get(`${kind}/${metadata.name}`);
}

function counted(object: KubeObject, replicas: number): KubeObject {
  if (isDeployment(object) && object.spec !== undefined) {
    const deployment: Deployment = { ...object, spec: { replicas, ...object.spec } };
    return deployment;
  }
  if (isStatefulSet(object) && object.spec !== undefined) {
    const set: StatefulSet = { ...object, spec: { replicas, ...object.spec } };
    return set;
  }
  return object;
}
