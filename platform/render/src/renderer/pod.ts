import type { Container, PodTemplateSpec } from '@kubemin/kubeapi/types/core.v1';
import type { Labels } from '../object/index.ts';
import type { ContainerRequest, PodRequest, PodResult } from './component-renderer.ts';
import { container } from './container.ts';

/** What the framework, not the component type, decides about a pod. */
export interface PodIdentity {
  readonly containerName: string;
  readonly image: string;
  readonly labels: Labels;
}

/** The pod of a component before its traits. */
export function basePod(request: PodRequest, identity: PodIdentity): PodTemplateSpec {
  const annotations = request.annotations ?? {};
  const grace = request.terminationGracePeriodSeconds;
  return {
    metadata: {
      labels: { ...request.labels, ...identity.labels },
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    },
    spec: {
      containers: [mainContainer(request.container, identity)],
      // Services are named like components, and a Service "redis" would put REDIS_PORT=tcp://… into every container.
      enableServiceLinks: false,
      ...(grace === undefined ? {} : { terminationGracePeriodSeconds: grace }),
      ...(request.restartPolicy === undefined ? {} : { restartPolicy: request.restartPolicy }),
    },
  };
}

/** The `replicas` of a workload's spec: left out where autoscaling counts them, or each delivery would undo its work. */
export function copies({ replicas }: Pick<PodResult, 'replicas'>): { readonly replicas?: number } {
  return replicas === undefined ? {} : { replicas };
}

function mainContainer(request: ContainerRequest, identity: PodIdentity): Container {
  const { ports } = request;
  return {
    ...container({ ...request, name: identity.containerName, image: identity.image }),
    ...(ports.length === 0 ? {} : { ports: ports.map(({ port }) => ({ containerPort: port, protocol: 'TCP' })) }),
  };
}
