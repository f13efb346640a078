import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  changedObjects,
  createReconcilerController,
  mappedChanges,
  ownersOf,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import { type Change, type Informer, objectKey } from '@kubemin/kube';
import { deepEqual, labelSelectorFromObject } from '@kubemin/kubeapi';
import { apps, core } from '@kubemin/kubeapi/resources';
import type { ControllerRevision, DaemonSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import { Adoption } from '../workload/adoption.ts';
import { ChildIndex } from '../workload/child-index.ts';
import { Expectations } from '../workload/expectations.ts';
import { orphanOwners } from '../workload/orphan-owners.ts';
import { podOwners } from '../workload/pod-owners.ts';
import { REVISION_LABEL, RevisionHistory } from '../workload/revision-history.ts';
import { soonest } from '../workload/soonest.ts';
import { writeStatus } from '../workload/status-writer.ts';
import { DaemonActor } from './daemon-actor.ts';
import { type DaemonState, planDaemons } from './daemon-plan.ts';
import { revisionOf } from './daemon-pod.ts';
import { daemonSetStatus, nextAvailabilityMs } from './daemonset-status.ts';

const DAEMON_SET = { apiVersion: 'apps/v1', kind: 'DaemonSet' } as const;

/** Keeps a pod of each DaemonSet on every node that it names. */
export const daemonSetController: ControllerModule = {
  name: 'daemonset-controller',
  setup(context): Controller {
    const { informers } = context;
    const sets = informers.informer(apps.v1.daemonsets);
    const pods = informers.informer(core.v1.pods);
    const nodes = informers.informer(core.v1.nodes);
    const revisions = informers.informer(apps.v1.controllerrevisions);
    const reconciler = new DaemonSetReconciler(context, { sets, pods, nodes, revisions });
    const sources = [
      changedObjects(sets),
      ...podOwners(context, pods, DAEMON_SET),
      ownersOf(revisions, DAEMON_SET),
      mappedChanges(
        pods,
        orphanOwners(sets, (set) => set.spec?.selector),
      ),
      mappedChanges(nodes, (change) => (concernsDaemons(change) ? sets.list().map(objectKey) : [])),
    ];
    return createReconcilerController({ context, reconciler, sources });
  },
};

interface Caches {
  readonly sets: Informer<DaemonSet>;
  readonly pods: Informer<Pod>;
  readonly nodes: Informer<Node>;
  readonly revisions: Informer<ControllerRevision>;
}

class DaemonSetReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #caches: Caches;
  readonly #pods: ChildIndex<Pod>;
  readonly #revisions: ChildIndex<ControllerRevision>;
  readonly #adoption: Adoption<DaemonSet, Pod>;
  readonly #history: RevisionHistory<DaemonSet>;
  readonly #actor: DaemonActor;

  constructor(context: ControllerContext, caches: Caches) {
    this.#context = context;
    this.#caches = caches;
    this.#pods = new ChildIndex(caches.pods);
    this.#revisions = new ChildIndex(caches.revisions);
    const expectations = new Expectations<Pod>(context.clock);
    this.#adoption = new Adoption({
      client: context.client,
      ownerType: apps.v1.daemonsets,
      childType: core.v1.pods,
    });
    this.#history = new RevisionHistory({ context, type: apps.v1.daemonsets, label: 'hash' });
    this.#actor = new DaemonActor({ context, expectations, pods: caches.pods });
    caches.pods.onChange((change) => expectations.observe(change));
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const set = this.#caches.sets.get(key);
    if (set === undefined) this.#actor.forget(key);
    if (set?.spec === undefined) return undefined;
    const { client, clock } = this.#context;
    const settled = this.#actor.settled(key);
    const selector = labelSelectorFromObject(set.spec.selector);
    const pods = await this.#adoption.settle(set, selector, this.#pods.candidates(set));
    if (set.metadata.deletionTimestamp !== undefined) return undefined;
    const known = this.#revisions.children(set);
    const current = await this.#history.update(set, known);
    const revision = hashOf(current);
    const state: DaemonState = { set, pods, revision, nodes: this.#caches.nodes.list(), now: clock.now() };
    const plan = settled ? planDaemons(state) : [];
    const done = await this.#actor.act(key, set, { plan, revision: current });
    await writeStatus(client, apps.v1.daemonsets, set, daemonSetStatus(state));
    if (done.error !== undefined) throw done.error;
    const used = new Set([revision, ...pods.map(revisionOf)]);
    const names = known.filter((other) => used.has(hashOf(other))).map(({ metadata }) => metadata.name ?? '');
    await this.#history.prune(set, known, new Set(names));
    return soonest(nextAvailabilityMs(state), done.waitMs, this.#actor.patienceMs(key));
  }
}

/** Heartbeats are not among what decides where daemons run. */
function concernsDaemons({ type, object, old }: Change<Node>): boolean {
  if (type !== 'updated' || old === undefined) return true;
  const facts = ({ metadata, spec }: Node) => [metadata.labels, spec?.taints, spec?.unschedulable];
  return !deepEqual(facts(object), facts(old));
}

function hashOf({ metadata }: ControllerRevision): string {
  return metadata.labels?.[REVISION_LABEL] ?? '';
}
