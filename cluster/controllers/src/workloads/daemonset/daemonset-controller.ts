import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueMappedKeys,
  enqueueOwners,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import { type Change, type Informer, objectKey } from '@kubemin/kube';
import { deepEqual } from '@kubemin/kubeapi';
import { apps, core } from '@kubemin/kubeapi/resources';
import type { ControllerRevision, DaemonSet, DaemonSetStatus } from '@kubemin/kubeapi/types/apps.v1';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import {
  ChildIndex,
  isAvailable,
  isReady,
  nextAvailabilityMs,
  OwnedPods,
  type PodWriter,
  REVISION_LABEL,
  RevisionHistory,
  requeueAtEarliest,
  writeStatus,
} from '../../pod-owner/index.ts';
import { DaemonActor } from './daemon-actor.ts';
import { runsOn } from './daemon-node.ts';
import { type DaemonState, planDaemons, podsByNode } from './daemon-plan.ts';
import { podRevisionHash } from './daemon-pod.ts';

/** Keeps a pod of each DaemonSet on every node that it names. */
export const daemonSetController: ControllerModule = {
  name: 'daemonset-controller',
  setup(context): Controller {
    const { informers } = context;
    const pods = new OwnedPods({ context, type: apps.v1.daemonsets, getSelector: ({ spec }) => spec?.selector });
    const nodes = informers.informer(core.v1.nodes);
    const revisions = informers.informer(apps.v1.controllerrevisions);
    const reconciler = new DaemonSetReconciler(context, { pods, nodes, revisions });
    const sources = [
      ...pods.sources(),
      enqueueOwners(revisions, apps.v1.daemonsets),
      enqueueMappedKeys(nodes, (change) => (affectsDaemons(change) ? pods.owners.list().map(objectKey) : [])),
    ];
    return createReconcilerController({ context, reconciler, sources });
  },
};

interface Caches {
  readonly pods: OwnedPods<DaemonSet>;
  readonly nodes: Informer<Node>;
  readonly revisions: Informer<ControllerRevision>;
}

class DaemonSetReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #pods: OwnedPods<DaemonSet>;
  readonly #nodes: Informer<Node>;
  readonly #revisions: ChildIndex<ControllerRevision>;
  readonly #history: RevisionHistory<DaemonSet>;
  readonly #writer: PodWriter;
  readonly #actor: DaemonActor;

  constructor(context: ControllerContext, { pods, nodes, revisions }: Caches) {
    this.#context = context;
    this.#pods = pods;
    this.#nodes = nodes;
    this.#revisions = new ChildIndex(revisions);
    this.#history = new RevisionHistory({ context, type: apps.v1.daemonsets, label: 'hash' });
    this.#writer = pods.writer();
    this.#actor = new DaemonActor(context, this.#writer);
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const set = this.#pods.owners.get(key);
    if (set === undefined) this.#writer.forget(key);
    if (set?.spec === undefined) return undefined;
    const { client, clock } = this.#context;
    const settled = this.#writer.settled(key);
    const pods = await this.#pods.settle(set);
    if (set.metadata.deletionTimestamp !== undefined) return undefined;
    const known = this.#revisions.children(set);
    const current = await this.#history.update(set, known);
    const revision = revisionHash(current);
    const state: DaemonState = { set, pods, revision, nodes: this.#nodes.list(), now: clock.now() };
    const plan = settled ? planDaemons(state) : [];
    const done = await this.#actor.act(key, set, { plan, revision: current });
    await writeStatus(client, apps.v1.daemonsets, set, daemonSetStatus(state));
    if (done.error !== undefined) throw done.error;
    const used = new Set([revision, ...pods.map(podRevisionHash)]);
    const names = known.filter((other) => used.has(revisionHash(other))).map(({ metadata }) => metadata.name ?? '');
    await this.#history.prune(set, known, new Set(names));
    const available = nextAvailabilityMs(pods, set.spec.minReadySeconds ?? 0, state.now);
    return requeueAtEarliest(available, done.waitMs, this.#writer.timeToExpiryMs(key));
  }
}

/** Heartbeats are not among what decides where daemons run. */
function affectsDaemons({ type, object, old }: Change<Node>): boolean {
  if (type !== 'updated' || old === undefined) return true;
  const facts = ({ metadata, spec }: Node) => [metadata.labels, spec?.taints, spec?.unschedulable];
  return !deepEqual(facts(object), facts(old));
}

function revisionHash({ metadata }: ControllerRevision): string {
  return metadata.labels?.[REVISION_LABEL] ?? '';
}

/** The status of what was observed: of several pods on one node the oldest counts. */
export function daemonSetStatus({ set, nodes, pods, revision, now }: DaemonState): DaemonSetStatus {
  const byNode = podsByNode(pods);
  const uses = nodes.map((node) => ({
    run: runsOn(set, node).run,
    pod: byNode.get(node.metadata.name ?? '')?.[0],
  }));
  const wanted = uses.filter(({ run }) => run);
  const there = wanted.flatMap(({ pod }) => (pod === undefined ? [] : [pod]));
  const available = there.filter((pod) => isAvailable(pod, set.spec?.minReadySeconds ?? 0, now)).length;
  return {
    desiredNumberScheduled: wanted.length,
    currentNumberScheduled: there.length,
    numberMisscheduled: uses.filter(({ run, pod }) => !run && pod !== undefined).length,
    numberReady: there.filter(isReady).length,
    updatedNumberScheduled: there.filter((pod) => podRevisionHash(pod) === revision).length,
    numberAvailable: available,
    numberUnavailable: wanted.length - available,
    observedGeneration: set.metadata.generation ?? 0,
  };
}
