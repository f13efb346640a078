import { deepEqual, type FieldError, fieldError, podQosClass } from '@kubemin/kubeapi';
import type { Container, Pod, PodSpec, ResourceRequirements } from '@kubemin/kubeapi/types/core.v1';
import type { Subresource } from '../../registry/index.ts';
import { podPart } from './pod-part.ts';

const RESIZABLE = ['cpu', 'memory'];

/** The resources of running containers: cpu and memory may change, within the pod's quality of service. */
export const resizePod: Subresource = podPart({ take: takeResources, problems: resizeProblems });

function takeResources(sent: PodSpec, current: PodSpec): PodSpec {
  const resized = (containers: readonly Container[], asked: readonly Container[] | undefined): readonly Container[] =>
    containers.map((container) => {
      const resources = asked?.find(({ name }) => name === container.name)?.resources;
      return resources === undefined ? container : { ...container, resources };
    });
  return {
    ...current,
    containers: resized(current.containers, sent.containers),
    ...(current.initContainers && { initContainers: resized(current.initContainers, sent.initContainers) }),
  };
}

function resizeProblems(next: Pod, current: Pod): readonly FieldError[] {
  const before = current.status?.qosClass ?? podQosClass(current.spec);
  const after = podQosClass(next.spec);
  return [
    ...(before === after
      ? []
      : [fieldError.invalid('spec', after, 'Pod QOS Class may not change as a result of resizing')]),
    ...(next.spec?.containers ?? []).flatMap((container, index) => {
      const old = current.spec?.containers[index]?.resources;
      if (deepEqual(unresizablePart(container.resources), unresizablePart(old))) return [];
      return [fieldError.forbidden(`spec.containers[${index}].resources`, 'only cpu and memory resources are mutable')];
    }),
  ];
}

function unresizablePart(resources: ResourceRequirements | undefined): unknown {
  const others = (amounts: Readonly<Record<string, string>> | undefined): unknown =>
    Object.fromEntries(Object.entries(amounts ?? {}).filter(([name]) => !RESIZABLE.includes(name)));
  return { limits: others(resources?.limits), requests: others(resources?.requests), claims: resources?.claims };
}
