import { serviceUnavailable } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { isPod } from '../handler/index.ts';
import type { ServerParts, ServiceConnections } from '../registry/index.ts';
import type { NodeProxy } from './node-proxy.ts';
import { connectToPod } from './pod-port.ts';
import { findPodNode } from './pod-target.ts';
import { serviceBackend } from './service-backend.ts';

/** Connects to pods behind Services through their nodes: the API server need not be in the network of pods. */
export function serviceConnections(server: ServerParts, proxy: NodeProxy): ServiceConnections {
  return {
    connect: ({ namespace, name, port: wanted }, signal) => {
      const { pod: podName, port } = serviceBackend(server, namespace, name, String(wanted));
      const pod = server.cache.collection(core.v1.pods.plural).get(namespace, podName);
      const node = pod !== undefined && isPod(pod) ? findPodNode(server, pod) : undefined;
      if (pod === undefined || !isPod(pod) || node === undefined) {
        throw serviceUnavailable(`pod ${podName} of service "${name}" is not running`);
      }
      return connectToPod(proxy, { node, pod, port, signal });
    },
  };
}
