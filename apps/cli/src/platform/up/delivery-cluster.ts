import type { Message } from '@kubemin/base/message';
import type { KubeClient } from '@kubemin/kube';
import type { Endpoints } from '../../connection/index.ts';
import type { ClusterNodes } from '../node-runtime/node-runtime.ts';

/** The cluster that `up` delivers to. */
export interface DeliveryCluster {
  readonly client: KubeClient;
  /** Fields of the endpoints file. */
  readonly endpoints: Pick<Endpoints, 'context' | 'nodes' | 'ingress'> &
    Required<Pick<Endpoints, 'kubernetes' | 'kubeconfig'>>;
  /** Connects to an address of a pod; undefined where pods have no network that this process reaches. */
  readonly dialPod?: ClusterNodes['dialPod'];
  /** What there is, in a few words. */
  readonly summary: Message;
  /** Resolves when pods can be placed, or with the reason when that takes too long. @default at once */
  ready?(): Promise<Message | undefined>;
  close(): void | Promise<void>;
}
