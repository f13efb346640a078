import { toError } from '@kubemin/base';
import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueMappedKeys,
  type ReconcileResult,
  type Reconciler,
  type Source,
} from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { forEachConcurrently } from '../batches.ts';
import { findCondition } from '../condition.ts';
import { disruptedConditions, patchPodStatus } from './disruption-target.ts';
import { type PodGarbage, podsToCollect } from './pod-garbage.ts';
import { isFinished } from './pod-state.ts';

/** How much is kept, and for how long. */
export interface PodGarbageOptions {
  /** How many pods that have ended are kept; 0 keeps all. @default 12500 */
  readonly threshold?: number;
  /** How often all pods are looked at. @default 20 s */
  readonly sweepMs?: number;
  /** How long a node must be gone before its pods go. @default 40 s */
  readonly quarantineMs?: number;
}

const SWEEP = 'all pods';
const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service';
const NODE_GONE = { reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' };

/** Deletes pods that no other controller deletes: of nodes that are gone, and the oldest of very many that have ended. */
export function podGarbageController(options: PodGarbageOptions = {}): ControllerModule {
  return {
    name: 'pod-garbage-controller',
    setup(context): Controller {
      const nodes = context.informers.informer(core.v1.nodes);
      const pods = context.informers.informer(core.v1.pods);
      const reconciler = new PodGarbageReconciler(context, { nodes, pods }, options);
      const sources = [once, enqueueMappedKeys(nodes, ({ type }) => (type === 'deleted' ? [SWEEP] : []))];
      return createReconcilerController({ context, reconciler, sources, workers: 1 });
    },
  };
}

interface Caches {
  readonly nodes: Informer<Node>;
  readonly pods: Informer<Pod>;
}

class PodGarbageReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #caches: Caches;
  readonly #options: Required<PodGarbageOptions>;
  /** Names of absent nodes that pods speak of, and since when, by the monotonic clock. */
  readonly #absent = new Map<string, number>();

  constructor(context: ControllerContext, caches: Caches, options: PodGarbageOptions) {
    this.#context = context;
    this.#caches = caches;
    this.#options = { threshold: 12_500, sweepMs: 20_000, quarantineMs: 40_000, ...options };
  }

  async reconcile(): Promise<ReconcileResult> {
    const gone = await this.#goneNodes();
    const pods = this.#caches.pods.list();
    const { threshold, sweepMs } = this.#options;
    const garbage = podsToCollect({
      ...{ pods, threshold },
      isGone: (node) => gone.has(node),
      isOutOfService: (node) => isOutOfService(this.#caches.nodes.get(node)),
    });
    const failures = await forEachConcurrently(garbage, (one) => this.#collect(one));
    this.#warn('pods were not cleared away; they are tried again with the next round', failures);
    return { requeueAfterMs: sweepMs };
  }

  #warn(message: string, [first, ...more]: readonly unknown[]): void {
    if (first === undefined) return;
    this.#context.logger.warn(message, { count: more.length + 1, error: toError(first) });
  }

  /** Asks the API before it believes it: the cache may be about to hear of a node that has just come. */
  async #goneNodes(): Promise<ReadonlySet<string>> {
    const { client, clock } = this.#context;
    const { nodes, pods } = this.#caches;
    const named = new Set(pods.list().flatMap(({ spec }) => spec?.nodeName ?? []));
    for (const name of this.#absent.keys()) {
      if (!named.has(name) || nodes.get(name) !== undefined) this.#absent.delete(name);
    }
    const overdue: string[] = [];
    const now = clock.monotonic();
    for (const name of named) {
      if (nodes.get(name) !== undefined) continue;
      const since = this.#absent.get(name) ?? now;
      this.#absent.set(name, since);
      if (now - since >= this.#options.quarantineMs) overdue.push(name);
    }
    const gone = new Set<string>();
    const failures = await forEachConcurrently(overdue, async (name) => {
      if ((await client.resource(core.v1.nodes).find(name)) === undefined) gone.add(name);
    });
    this.#warn('could not check whether some nodes are gone; their pods stay until the next sweep', failures);
    return gone;
  }

  async #collect({ pod, why }: PodGarbage): Promise<void> {
    const { client, clock } = this.#context;
    const { name = '', namespace, uid } = pod.metadata;
    try {
      if (!isFinished(pod)) {
        const conditions = why === 'orphaned' ? disruptedConditions(pod, NODE_GONE, clock.now()) : undefined;
        // The end of the pod must be visible to its controller before it is gone.
        await patchPodStatus(client, pod, { phase: 'Failed', ...(conditions && { conditions }) });
      }
      const options = { gracePeriodSeconds: 0, preconditions: { uid } };
      await client.resource(core.v1.pods, namespace).delete(name, options);
    } catch (error) {
      if (!isStatusError(error, 'NotFound') && !isStatusError(error, 'Conflict')) throw error;
    }
  }
}

/** A node that is silent may still run its pods: only an administrator knows that it does not. */
function isOutOfService(node: Node | undefined): boolean {
  const isReady = findCondition(node?.status?.conditions, 'Ready')?.status === 'True';
  return !isReady && (node?.spec?.taints ?? []).some(({ key }) => key === OUT_OF_SERVICE);
}

const once: Source = (enqueue) => {
  enqueue(SWEEP);
  return () => undefined;
};
