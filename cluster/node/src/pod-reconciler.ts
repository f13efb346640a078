import { RetryableError } from '@kubemin/base';
import type { ControllerContext, ReconcileResult, Reconciler } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { deepEqual, isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import { freePodAddress, nodeAddress } from './node-network.ts';
import { simulatePod } from './pod-simulation.ts';
import { podsOn } from './pods-by-node.ts';
import type { SimulatedNode } from './simulated-node.ts';
import { simulationRules } from './simulation-rules.ts';

/** Lets pods that are bound to simulated nodes live and die, as far as the API can tell. */
export class PodReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #pods: Informer<Pod>;
  readonly #simulated: ReadonlyMap<string, SimulatedNode>;
  /** Addresses given to pods whose status does not show them yet. */
  readonly #promised = new Map<string, string>();

  constructor(context: ControllerContext, pods: Informer<Pod>, simulated: ReadonlyMap<string, SimulatedNode>) {
    this.#context = context;
    this.#pods = pods;
    this.#simulated = simulated;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const pod = this.#pods.get(key);
    const node = this.#simulated.get(pod?.spec?.nodeName ?? '');
    if (pod === undefined || node === undefined) {
      this.#promised.delete(key);
      return undefined;
    }
    if (pod.metadata.deletionTimestamp !== undefined) return this.#stop(pod);
    if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') return undefined;
    return this.#live(key, pod, node);
  }

  async #live(key: string, pod: Pod, node: SimulatedNode): Promise<ReconcileResult | undefined> {
    const { client, clock, events } = this.#context;
    const hostIP = nodeAddress(node.number);
    const podIP = pod.spec?.hostNetwork === true ? hostIP : this.#address(key, pod, node);
    const step = simulatePod(pod, { now: clock.now(), hostIP, podIP });
    if (!covers(pod.status, step.status)) {
      const { name = '', namespace, uid } = pod.metadata;
      const body = { metadata: { uid }, status: step.status };
      try {
        const pods = client.resource(core.v1.pods, namespace);
        await pods.patch(name, { type: 'strategic', body }, { subresource: 'status' });
      } catch (error) {
        if (!isStatusError(error, 'NotFound')) throw error;
        return undefined;
      }
      for (const event of step.events) events.record(pod, event);
    }
    return step.wakeAfterMs === undefined ? undefined : { requeueAfterMs: step.wakeAfterMs };
  }

  async #stop(pod: Pod): Promise<ReconcileResult | undefined> {
    const { client, clock } = this.#context;
    const { name = '', namespace, uid, deletionTimestamp = '', deletionGracePeriodSeconds = 0 } = pod.metadata;
    // Already released by the node; a finalizer holds it, which is somebody else's to remove.
    if (deletionGracePeriodSeconds === 0) return undefined;
    const graceMs = deletionGracePeriodSeconds * 1000;
    const stopDelayMs = Math.min(simulationRules(pod).stopDelayMs, graceMs);
    const left = Date.parse(deletionTimestamp) - graceMs + stopDelayMs - clock.now();
    if (stopDelayMs > 0 && left > 0) return { requeueAfterMs: left };
    try {
      await client.resource(core.v1.pods, namespace).delete(name, { gracePeriodSeconds: 0, preconditions: { uid } });
    } catch (error) {
      if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
    }
    return undefined;
  }

  #address(key: string, pod: Pod, node: SimulatedNode): string {
    const known = pod.status?.podIP;
    if (known) {
      this.#promised.delete(key);
      return known;
    }
    const promised = this.#promised.get(key);
    if (promised !== undefined) return promised;
    const taken = new Set(this.#promised.values());
    for (const { status } of podsOn(this.#pods, node.name)) if (status?.podIP) taken.add(status.podIP);
    const address = freePodAddress(node.number, taken);
    if (address === undefined) {
      throw new RetryableError(`node ${node.name} has no pod address left`, { code: 'POD_ADDRESSES_EXHAUSTED' });
    }
    this.#promised.set(key, address);
    return address;
  }
}

/** Whether the stored status says all that is to be said: conditions by type, the rest field by field. */
function covers(stored: PodStatus | undefined, { conditions = [], ...rest }: PodStatus): boolean {
  const known: Readonly<Record<string, unknown>> = { ...stored };
  if (!Object.entries(rest).every(([field, value]) => deepEqual(known[field], value))) return false;
  return conditions.every((wanted) => {
    const found = stored?.conditions?.find(({ type }) => type === wanted.type);
    return found?.status === wanted.status && found.reason === wanted.reason && found.message === wanted.message;
  });
}
