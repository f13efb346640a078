import { controllerReference } from '@kubemin/controller';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { At } from './at-resource.ts';

const IMAGE = 'busybox';
/** How simulated nodes are told what to make of a pod. */
const SIMULATION = 'kubemin.io/simulate';

/** The name of the pod that runs an At: fixed, so that it can only be made once. */
export function atPodName(name: string): string {
  return `${name}-pod`;
}

/** The pod that runs an At. */
export function atPod(at: At): Pod {
  const { name = '', annotations = {} } = at.metadata;
  const simulation = Object.entries(annotations).filter(([key]) => key.startsWith(SIMULATION));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: atPodName(name),
      ...(at.metadata.namespace !== undefined && { namespace: at.metadata.namespace }),
      labels: { app: name },
      ...(simulation.length > 0 && { annotations: Object.fromEntries(simulation) }),
      ownerReferences: [controllerReference(at)],
    },
    spec: {
      restartPolicy: 'OnFailure',
      // A command line is what people write, so it is a shell that gets it.
      containers: [{ name: 'command', image: IMAGE, command: ['sh', '-c', at.spec.command] }],
    },
  };
}
