import { Nudge, toError } from '@kubemin/base';
import type { Controller, ControllerContext, ControllerStats } from '@kubemin/controller';
import type { Change, Informer } from '@kubemin/kube';
import type { Namespace, Node, PersistentVolume, PersistentVolumeClaim, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { PodDisruptionBudget } from '@kubemin/kubeapi/types/policy.v1';
import { isFinished } from '../pod/pod-state.ts';
import { type BindingOutcome, bind } from './binder.ts';
import { claimNeeds, type WaitingClaim } from './claim-needs.ts';
import type { ClusterEvent } from './cluster-event.ts';
import type { ClusterView } from './cluster-view.ts';
import { demandOf } from './demand.ts';
import { Evictions } from './evictions.ts';
import { NominatedPods } from './nominated-pods.ts';
import type { NoPlacement, PlacementRound } from './placement.ts';
import { placementClass } from './placement-class.ts';
import { isGated, isWaiting, mattersToPlacement } from './placement-facts.ts';
import { PlacementRounds } from './placement-rounds.ts';
import type { SchedulerProfile } from './plugin.ts';
import { PodNotices } from './pod-notices.ts';
import { findPreemption, type Preemption } from './preemption.ts';
import { type QueuedPod, SchedulingQueue } from './scheduling-queue.ts';
import { claimEvent, volumeEvent } from './storage-event.ts';
import { chooseVolumes } from './volume-binder.ts';
import { mayHelp } from './wake-up-hint.ts';
import { WritesInFlight } from './writes-in-flight.ts';

/** What the scheduler decides from and about. */
export interface SchedulingLoopOptions {
  readonly context: ControllerContext;
  /** By schedulerName; pods that name another are somebody else's. */
  readonly profiles: ReadonlyMap<string, SchedulerProfile>;
  readonly view: ClusterView;
  readonly pods: Pick<Informer<Pod>, 'get'>;
  readonly budgets: Pick<Informer<PodDisruptionBudget>, 'list'>;
}

const DEFAULT_SCHEDULER = 'default-scheduler';
const MOST_WRITES = 256;
const MOST_AT_ONCE = 256;
/** Then others get their turn of the event loop. */
const LONGEST_TURN_MS = 4;
const GATED = 'Scheduling is blocked due to non-empty scheduling gates';

/**
 * Decides about waiting pods one after the other, the most important first, and has the decisions written side by
 * side. Deciding is never interrupted: whatever is learnt about the cluster comes before a decision or after it.
 */
export class SchedulingLoop implements Controller {
  readonly #options: SchedulingLoopOptions;
  readonly #queue: SchedulingQueue;
  readonly #nominated = new NominatedPods();
  readonly #notices: PodNotices;
  readonly #evictions: Evictions;
  readonly #rounds: PlacementRounds;
  readonly #nudge = new Nudge();
  /** Pods whose turn came while something about them was being written. */
  readonly #deferred = new Map<string, QueuedPod>();
  readonly #writes = new WritesInFlight(MOST_WRITES, (key) => this.#resume(key));
  #decisions = 0;
  #retries = 0;

  constructor(options: SchedulingLoopOptions) {
    this.#options = options;
    const { context, view } = options;
    this.#rounds = new PlacementRounds({ view, nominated: this.#nominated, clock: context.clock });
    this.#notices = new PodNotices(context);
    this.#evictions = new Evictions(context, this.#notices);
    this.#queue = new SchedulingQueue({
      clock: context.clock,
      helps: (event, { demand }, blockers) => {
        const profile = this.#profileOf(demand.pod);
        return profile === undefined || mayHelp(event, { demand, profile, blockers }, view);
      },
      onReady: () => this.#nudge.nudge(),
    });
    context.instruments.observe({
      workers: MOST_WRITES,
      depth: () => this.#queue.depth.active,
      running: () => this.#writes.running(),
      stuck: () => 0,
    });
  }

  stats(): ControllerStats {
    const { active: queueDepth } = this.#queue.depth;
    return { reconciles: this.#decisions, retries: this.#retries, terminalErrors: 0, queueDepth };
  }

  inFlight(): readonly string[] {
    return this.#writes.keys();
  }

  observePod(change: Change<Pod>): void {
    const { type, key, object: pod, old } = change;
    const event = this.#options.view.observePod(change);
    if (type === 'deleted' || isFinished(pod)) this.#evictions.forget(pod);
    if (type === 'deleted' || !isWaiting(pod)) this.#settle(key, pod);
    else if (isGated(pod)) this.#hold(key, pod);
    else if (old === undefined || mattersToPlacement(old, pod)) this.#enqueue(key, pod);
    if (event !== undefined) this.#queue.wake(event);
  }

  observeNode(change: Change<Node>): void {
    const event = this.#options.view.observeNode(change);
    if (event !== undefined) this.#queue.wake(event);
  }

  observeNamespace(change: Change<Namespace>): void {
    const event = this.#options.view.observeNamespace(change);
    if (event !== undefined) this.#queue.wake(event);
  }

  observeClaim(change: Change<PersistentVolumeClaim>): void {
    this.#queue.wake(claimEvent(change));
  }

  observeVolume(change: Change<PersistentVolume>): void {
    this.#queue.wake(volumeEvent(change));
  }

  observeStorageClass(): void {
    this.#queue.wake({ kind: 'storage' });
  }

  async run(signal: AbortSignal): Promise<void> {
    const { leadership } = this.#options.context;
    while (!signal.aborted) {
      // Asks the clocks: right after the process was stopped for a while, no signal has aborted yet.
      while (!signal.aborted && !this.#writes.isFull && this.#queue.depth.active > 0 && leadership.isHeld()) {
        this.#decide();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await this.#nudge.wait(signal);
    }
    this.#queue.close();
    await this.#writes.settled();
  }

  #profileOf({ spec }: Pod): SchedulerProfile | undefined {
    return this.#options.profiles.get(spec?.schedulerName ?? DEFAULT_SCHEDULER);
  }

  /** The pod waits no more. Room that was kept for it elsewhere is free. */
  #settle(key: string, pod: Pod): void {
    this.#queue.remove(key);
    this.#deferred.delete(key);
    this.#renounce(key, pod);
  }

  #renounce(key: string, pod: Pod): void {
    const node = this.#nominated.remove(key);
    if (node !== undefined) this.#queue.wake({ kind: 'pod-left', node, demand: demandOf(pod) });
  }

  #hold(key: string, pod: Pod): void {
    this.#queue.remove(key);
    if (this.#profileOf(pod) === undefined || this.#writes.has(key)) return;
    const { context } = this.#options;
    this.#writes.begin(key, context.clock.monotonic(), async () => {
      try {
        await this.#notices.unscheduled(pod, { reason: 'SchedulingGated', message: GATED });
      } catch (thrown) {
        context.logger.warn('a gated pod could not be told so', { key, error: toError(thrown) });
      }
    });
  }

  #enqueue(key: string, pod: Pod): void {
    if (this.#profileOf(pod) === undefined) return;
    const queued = queuedPod(pod);
    const promised = pod.status?.nominatedNodeName;
    if (promised && this.#nominated.nodeOf(key) === undefined) this.#nominated.nominate(queued.demand, promised);
    this.#options.context.instruments.queue.added();
    // What was put off is older: brought back, it would take the place of this one.
    this.#deferred.delete(key);
    this.#queue.add(queued);
  }

  #decide(): void {
    const { context } = this.#options;
    const pods = this.#queue.take(MOST_AT_ONCE);
    const [first] = pods;
    const profile = first === undefined ? undefined : this.#profileOf(first.demand.pod);
    if (first === undefined || profile === undefined) return;
    const round = this.#rounds.of(first.kind, profile);
    const begun = context.clock.monotonic();
    for (const [index, pod] of pods.entries()) {
      const late = index > 0 && context.clock.monotonic() - begun > LONGEST_TURN_MS;
      if (late || this.#writes.isFull) {
        this.#queue.giveBack(pods.slice(index));
        return;
      }
      if (this.#writes.has(pod.key)) {
        this.#deferred.set(pod.key, pod);
        continue;
      }
      this.#decisions += 1;
      context.instruments.queue.taken(0);
      this.#schedule(pod, profile, round);
    }
  }

  #schedule(pod: QueuedPod, profile: SchedulerProfile, round: PlacementRound): void {
    const { view } = this.#options;
    const { key, demand } = pod;
    // Set when an earlier binding may or may not have arrived: only the same node again is safe.
    const assumed = view.assumedNode(key);
    if (assumed !== undefined) {
      this.#bind(pod, assumed);
      return;
    }
    const placement = round.place(demand);
    if (placement.kind === 'node') this.#assign(pod, placement.name);
    else this.#reject(pod, profile, placement);
  }

  #assign(pod: QueuedPod, node: string): void {
    const { view } = this.#options;
    const { key, demand } = pod;
    const needs = claimNeeds(demand, view.storage);
    if (needs.kind === 'placed' && needs.waiting.length > 0) {
      this.#awaitVolumes(pod, needs.waiting, node);
      return;
    }
    view.assume(key, demand, node);
    if (this.#nominated.nodeOf(key) === node) this.#nominated.remove(key);
    else this.#renounce(key, demand.pod);
    this.#bind(pod, node);
  }

  #bind(pod: QueuedPod, node: string): void {
    const { context, view } = this.#options;
    const { key, demand } = pod;
    const release = (): void => this.#wake(view.forget(key));
    const outcomes: Readonly<Record<BindingOutcome['kind'], (error: unknown) => void>> = {
      bound: () => this.#notices.scheduled(demand.pod, node),
      gone: release,
      refused: (error) => {
        release();
        this.#failed(key, error, 'the API server refused a binding');
      },
      unsure: (error) => this.#failed(key, error, 'a binding may or may not have been made'),
    };
    this.#write(pod, async () => {
      const outcome = await bind(context, demand.pod, node);
      // Bound, there is nothing left to decide; otherwise the pod is taken anew from the cache.
      this.#deferred.delete(key);
      outcomes[outcome.kind]('error' in outcome ? outcome.error : undefined);
    });
  }

  /** Keeps the room until the volumes are there; their claims' changes bring the pod back. */
  #awaitVolumes(pod: QueuedPod, waiting: readonly WaitingClaim[], name: string): void {
    const { context, view } = this.#options;
    const node = view.node(name)?.node;
    this.#nominated.nominate(pod.demand, name);
    this.#queue.park(pod, new Set(['volumes']));
    if (node === undefined) return;
    this.#write(pod, () => chooseVolumes(context, waiting, view.storage.volumes(), node));
  }

  #reject(pod: QueuedPod, profile: SchedulerProfile, { message, blockers, verdicts }: NoPlacement): void {
    const preemption = this.#preempt(pod, profile, verdicts);
    // Before anything is awaited: a change that arrives while the condition is written must find the pod here.
    this.#queue.park(pod, blockers);
    if (preemption?.kind === 'preempt') this.#makeRoom(pod, message, preemption);
    else this.#explain(pod, message, preemption);
  }

  #makeRoom(pod: QueuedPod, message: string, { node, victims }: Preemption & { kind: 'preempt' }): void {
    const { demand } = pod;
    this.#nominated.nominate(demand, node);
    this.#evictions.announce(victims);
    this.#write(pod, () => this.#evictions.evict({ preemptor: demand.pod, message, node, victims }));
  }

  #explain(pod: QueuedPod, message: string, preemption: Exclude<Preemption, { kind: 'preempt' }> | undefined): void {
    const { demand, key } = pod;
    if (preemption?.kind !== 'awaited') this.#renounce(key, demand.pod);
    const text = preemption === undefined ? message : `${message} preemption: ${preemption.message}`;
    const nominatedNode = this.#nominated.nodeOf(key) ?? null;
    this.#write(pod, () =>
      this.#notices.unscheduled(demand.pod, { reason: 'Unschedulable', message: text, nominatedNode }),
    );
  }

  #preempt(
    { demand }: QueuedPod,
    profile: SchedulerProfile,
    verdicts: NoPlacement['verdicts'],
  ): Preemption | undefined {
    const { view, budgets } = this.#options;
    if (verdicts.size === 0 || !view.hasBelow(demand.priority)) return undefined;
    const { isLeaving } = this.#evictions;
    const nominated = this.#nominated;
    return findPreemption({ demand, profile, view, nominated, verdicts, isLeaving, budgets: budgets.list() });
  }

  #write({ key }: QueuedPod, work: () => Promise<void>): void {
    const { clock, instruments } = this.#options.context;
    const begun = clock.monotonic();
    this.#writes.begin(key, begun, async () => {
      try {
        await work();
        instruments.reconciled('success', clock.monotonic() - begun);
      } catch (thrown) {
        instruments.reconciled('error', clock.monotonic() - begun);
        this.#failed(key, thrown, 'what was decided about a pod could not be written');
      }
      instruments.queue.done(clock.monotonic() - begun);
    });
  }

  /** Not before the write counts as ended: the pod would be put off again, and nobody would call it back. */
  #resume(key: string): void {
    const pod = this.#deferred.get(key);
    this.#deferred.delete(key);
    if (pod !== undefined) this.#queue.add(pod);
    this.#nudge.nudge();
  }

  /** The pod is tried again, as it is by then, unless it waits no more. */
  #failed(key: string, thrown: unknown, what: string): void {
    const { context, pods } = this.#options;
    if (!context.leadership.isHeld()) return;
    const pod = pods.get(key);
    if (pod === undefined || !isWaiting(pod) || isGated(pod)) return;
    this.#retries += 1;
    context.instruments.queue.retried();
    context.logger.warn(`${what}, trying again`, { key, error: toError(thrown) });
    this.#queue.backOff(queuedPod(pod));
  }

  #wake(event: ClusterEvent | undefined): void {
    if (event !== undefined) this.#queue.wake(event);
  }
}

function queuedPod(pod: Pod): QueuedPod {
  const demand = demandOf(pod);
  return { key: demand.key, priority: demand.priority, kind: placementClass(demand), demand };
}
