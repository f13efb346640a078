import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  type Reconciler,
  type Source,
} from '@kubemin/controller';
import type { Change, Informer } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import { findCondition } from '../condition.ts';
import { timestamp } from '../timestamp.ts';
import { waitsForClaims } from './claim-gate.ts';
import { ClusterView } from './cluster-view.ts';
import { defaultProfile } from './default-profile.ts';
import { demandOf } from './demand.ts';
import { place } from './placement.ts';
import type { SchedulerProfile } from './policy.ts';
import { freesRoom, isWaiting, mattersToPlacement, nodeMakesRoom } from './wake-up.ts';

/** How the scheduler places pods. */
export interface SchedulerOptions {
  /** One per schedulerName. @default the default profile alone */
  readonly profiles?: readonly SchedulerProfile[];
}

/** Gives each pod a node, or tells why there is none and tries again when something changes that may help. */
export function scheduler({ profiles = [defaultProfile] }: SchedulerOptions = {}): ControllerModule {
  const byName = new Map(profiles.map((profile) => [profile.schedulerName, profile]));
  return {
    name: 'scheduler',
    setup(context): Controller {
      const pods = context.informers.informer(core.v1.pods);
      const nodes = context.informers.informer(core.v1.nodes);
      const claims = context.informers.informer(core.v1.persistentvolumeclaims);
      const view = new ClusterView();
      const reconciler = new SchedulingReconciler({ context, profiles: byName, pods, claims, view });
      const pending: Source = (enqueue) =>
        pods.onChange((change) => {
          view.observePod(change);
          if (reconciler.concerns(change)) enqueue(change.key);
          if (freesRoom(change)) for (const key of reconciler.takeUnschedulable()) enqueue(key);
        });
      const room: Source = (enqueue) =>
        nodes.onChange((change) => {
          view.observeNode(change);
          if (nodeMakesRoom(change)) for (const key of reconciler.takeUnschedulable()) enqueue(key);
        });
      const bound: Source = (enqueue) =>
        claims.onChange(() => {
          for (const key of reconciler.takeUnschedulable()) enqueue(key);
        });
      // Decisions are made one after the other whatever the number of workers: they wait only while binding.
      return createReconcilerController({ context, reconciler, sources: [room, bound, pending], workers: 32 });
    },
  };
}

interface SchedulingOptions {
  readonly context: ControllerContext;
  readonly profiles: ReadonlyMap<string, SchedulerProfile>;
  readonly pods: Informer<Pod>;
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly view: ClusterView;
}

class SchedulingReconciler implements Reconciler {
  readonly #options: SchedulingOptions;
  readonly #unschedulable = new Set<string>();
  #turn = 0;

  constructor(options: SchedulingOptions) {
    this.#options = options;
  }

  /** Whether the pod of this change needs a decision, and the change may make it another one than before. */
  concerns(change: Change<Pod>): boolean {
    if (change.type === 'deleted' || !isWaiting(change.object)) {
      this.#unschedulable.delete(change.key);
      return false;
    }
    if (!this.#options.profiles.has(change.object.spec?.schedulerName ?? defaultProfile.schedulerName)) return false;
    return change.old === undefined || mattersToPlacement(change.old, change.object);
  }

  /** The pods that found no node, which from now on count as not tried. */
  takeUnschedulable(): readonly string[] {
    const keys = [...this.#unschedulable];
    this.#unschedulable.clear();
    return keys;
  }

  async reconcile(key: string): Promise<undefined> {
    const { pods, profiles, view, claims } = this.#options;
    const pod = pods.get(key);
    const profile = profiles.get(pod?.spec?.schedulerName ?? defaultProfile.schedulerName);
    if (pod === undefined || profile === undefined || !isWaiting(pod)) return;
    // Set when an earlier binding may or may not have arrived: only the same node again is safe.
    const assumed = view.assumedNode(key);
    if (assumed !== undefined) return this.#bind(key, pod, assumed);
    const gate = waitsForClaims(pod, claims);
    if (gate !== undefined) {
      return this.#reject(key, pod, `0/${view.nodes.length} nodes are available: ${gate}.`);
    }
    const demand = demandOf(pod);
    this.#turn += 1;
    const placement = place({ demand, nodes: view.nodes, profile, start: this.#turn });
    if (placement.kind === 'none') return this.#reject(key, pod, placement.message);
    view.assume(key, demand, placement.name);
    return this.#bind(key, pod, placement.name);
  }

  async #bind(key: string, pod: Pod, node: string): Promise<undefined> {
    const { context, view } = this.#options;
    const { name = '', namespace, uid } = pod.metadata;
    const binding = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, namespace, uid },
      target: { apiVersion: 'v1', kind: 'Node', name: node },
    };
    try {
      await context.client.resource(core.v1.pods, namespace).createSubresource(name, 'binding', binding);
    } catch (error) {
      // Only a clear refusal ends the assumption: after anything else the binding may have been made.
      if (isStatusError(error) && error.httpCode < 500) view.forget(key);
      if (isStatusError(error, 'NotFound')) return;
      throw error;
    }
    const message = `Successfully assigned ${namespace}/${name} to ${node}`;
    context.events.record(pod, { type: 'Normal', reason: 'Scheduled', message });
  }

  async #reject(key: string, pod: Pod, message: string): Promise<undefined> {
    // Before the first await: a change that arrives while the condition is written must find the pod here.
    this.#unschedulable.add(key);
    const { client, clock, events } = this.#options.context;
    const known = findCondition(pod.status?.conditions, 'PodScheduled');
    if (known?.status === 'False' && known.reason === 'Unschedulable' && known.message === message) return;
    events.record(pod, { type: 'Warning', reason: 'FailedScheduling', message });
    const since = known?.status === 'False' ? known.lastTransitionTime : undefined;
    const condition = {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message,
      lastTransitionTime: since ?? timestamp(clock.now()),
    };
    const { name = '', namespace, uid } = pod.metadata;
    const body = { metadata: { uid }, status: { conditions: [condition] } };
    try {
      const resource = client.resource(core.v1.pods, namespace);
      await resource.patch(name, { type: 'strategic', body }, { subresource: 'status' });
    } catch (error) {
      if (!isStatusError(error, 'NotFound')) throw error;
    }
  }
}
