import type { RenderedObject } from '@kubemin/render';

/** What others need comes first, so that one pass over the list suffices. */
const ORDER = [
  'Namespace',
  'CustomResourceDefinition',
  'ServiceAccount',
  'Secret',
  'ConfigMap',
  'PersistentVolumeClaim',
  'ClusterRole',
  'ClusterRoleBinding',
  'Role',
  'RoleBinding',
  'Service',
  'DaemonSet',
  'Deployment',
  'StatefulSet',
  'Job',
  'CronJob',
  'HorizontalPodAutoscaler',
  'PodDisruptionBudget',
  'Ingress',
];

/** The objects in an order in which they can be applied; kinds without a rank come last. */
export function inApplyOrder(objects: readonly RenderedObject[]): readonly RenderedObject[] {
  const rank = ({ object }: RenderedObject) => {
    const place = ORDER.indexOf(object.kind);
    return place < 0 ? ORDER.length : place;
  };
  return objects.toSorted((left, right) => rank(left) - rank(right));
}
