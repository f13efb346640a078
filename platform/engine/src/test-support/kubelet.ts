import { createKubeClient, type KubeClient } from '@kubemin/kube';
import type { ApiHandler } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import { eventually } from '@kubemin/testing';

/** Plays the node for the pods of jobs, on a cluster without nodes and controllers. */
export class Kubelet {
  readonly #client: KubeClient;
  readonly #namespace: string;

  constructor(client: KubeClient, namespace: string) {
    this.#client = client;
    this.#namespace = namespace;
  }

  async pods(): Promise<readonly Pod[]> {
    const { items } = await this.#client.resource(core.v1.pods, this.#namespace).list();
    return items;
  }

  /** The only pod there is, once there is one other than `not`. */
  async pod(not?: Pod): Promise<Pod> {
    const [pod] = await eventually(() => this.pods(), {
      until: ([only]) => only !== undefined && only.metadata.uid !== not?.metadata.uid,
    });
    if (pod === undefined) throw new Error('there is no pod');
    return pod;
  }

  async setStatus(pod: Pod, status: PodStatus): Promise<void> {
    const pods = this.#client.resource(core.v1.pods, this.#namespace);
    await pods.patch(pod.metadata.name ?? '', { type: 'merge', body: { status } }, { subresource: 'status' });
  }

  /** Lets the pod's program end. */
  async end(pod: Pod, end: { readonly exitCode: number; readonly reason?: string; readonly message?: string }) {
    const { exitCode, reason = exitCode === 0 ? 'Completed' : 'Error', message = '' } = end;
    const state = { terminated: { exitCode, reason, message } };
    const { image = '' } = pod.spec?.containers[0] ?? {};
    const main = { name: 'main', image, imageID: '', ready: false, restartCount: 0, state };
    await this.setStatus(pod, { phase: exitCode === 0 ? 'Succeeded' : 'Failed', containerStatuses: [main] });
  }
}

/** A client of a cluster that serves the logs of pods, as `logs` returns them. */
export function withLogs(handler: ApiHandler, logs: (pod: string, query: URLSearchParams) => string): KubeClient {
  return createKubeClient(async (request) => {
    const [, pod] = /\/pods\/([^/]+)\/log$/.exec(request.path) ?? [];
    if (pod === undefined) return handler(request);
    return { kind: 'text', status: 200, headers: { 'content-type': 'text/plain' }, text: logs(pod, request.query) };
  });
}
