import { WakeSignal } from '@kubemin/base';
import type { Controller, ControllerContext, ControllerStats } from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { PodDisruptionBudget } from '@kubemin/kubeapi/types/policy.v1';
import { type Attempt, AttemptLog } from './attempt-log.ts';
import { ClusterChanges } from './cluster-changes.ts';
import type { ClusterEvent } from './cluster-event.ts';
import type { ClusterView } from './cluster-view.ts';
import type { Demand } from './demand.ts';
import { Evictions } from './evictions.ts';
import { GatedPods } from './gated-pods.ts';
import type { PlacementRound } from './placement.ts';
import { PlacementRounds } from './placement-rounds.ts';
import type { SchedulerPlugin, SchedulerProfile } from './plugin.ts';
import { PodAssignments } from './pod-assignments.ts';
import { PodRejections } from './pod-rejections.ts';
import { PodStatusReports } from './pod-status-reports.ts';
import { MOST_WRITES, PodWrites } from './pod-writes.ts';
import type { ProfileTable } from './profile-table.ts';
import { Retries } from './retries.ts';
import { SchedulerMetrics } from './scheduler-metrics.ts';
import { WaitingPods } from './waiting-pods.ts';

/** What the scheduler decides from and about. */
export interface SchedulingLoopOptions {
  readonly context: ControllerContext;
  readonly profiles: ProfileTable;
  readonly view: ClusterView;
  readonly pods: Pick<Informer<Pod>, 'get'>;
  readonly budgets: Pick<Informer<PodDisruptionBudget>, 'list'>;
}

const MOST_AT_ONCE = 256;
/** Then others get their turn of the event loop. */
const LONGEST_TURN_MS = 4;

/**
 * Decides about waiting pods one after the other, the most important first, and has the decisions written side by
 * side. Deciding is never interrupted: whatever is learnt about the cluster comes before a decision or after it.
 */
export class SchedulingLoop implements Controller {
  /** Gets all changes of the cluster. */
  readonly news: ClusterChanges;
  readonly #options: SchedulingLoopOptions;
  readonly #nudge = new WakeSignal();
  readonly #waiting: WaitingPods;
  readonly #retries: Retries;
  readonly #writes: PodWrites;
  readonly #rounds: PlacementRounds;
  readonly #assignments: PodAssignments;
  readonly #rejections: PodRejections;
  readonly #unobserve: () => void;
  #decisions = 0;

  constructor(options: SchedulingLoopOptions) {
    this.#options = options;
    const { context, profiles, view, pods, budgets } = options;
    const metrics = new SchedulerMetrics(context.metrics);
    const waiting = new WaitingPods({
      clock: context.clock,
      helps: (event, { demand }, blockers) => {
        const profile = profiles.of(demand.pod);
        return profile === undefined || mayHelp(event, { demand, profile, blockers }, view);
      },
      onReady: () => this.#nudge.notify(),
      onIncoming: (event, queue) => metrics.incoming(event, queue),
    });
    const retries = new Retries({ context, pods, queue: waiting.queue });
    const writes = new PodWrites({ context, retries, onEnd: (key) => this.#resume(key) });
    const notices = new PodStatusReports(context);
    const evictions = new Evictions(context, notices);
    const attempts = new AttemptLog(context.clock, metrics);
    const gated = new GatedPods({ context, notices, writes, metrics });
    this.news = new ClusterChanges({ context, profiles, view, waiting, gated, evictions });
    this.#waiting = waiting;
    this.#retries = retries;
    this.#writes = writes;
    this.#rounds = new PlacementRounds({ view, nominated: waiting.nominated, clock: context.clock });
    this.#assignments = new PodAssignments({ context, view, waiting, writes, notices, retries, attempts });
    this.#rejections = new PodRejections({
      ...{ view, waiting, writes, notices, evictions, attempts, metrics },
      ...{ pods, budgets },
    });
    this.#unobserve = metrics.observePending(() => ({ ...waiting.queue.depth, gated: gated.size }));
    context.instruments.observe({
      workers: MOST_WRITES,
      depth: () => waiting.queue.depth.active,
      running: () => writes.inFlight.running(),
      stuck: () => 0,
    });
  }

  stats(): ControllerStats {
    const { active: queueDepth } = this.#waiting.queue.depth;
    return { reconciles: this.#decisions, retries: this.#retries.count, terminalErrors: 0, queueDepth };
  }

  inFlight(): readonly string[] {
    return this.#writes.inFlight.keys();
  }

  async run(signal: AbortSignal): Promise<void> {
    const { leadership } = this.#options.context;
    const { queue } = this.#waiting;
    while (!signal.aborted) {
      // Asks the clocks: right after the process was stopped for a while, no signal has aborted yet.
      while (!signal.aborted && !this.#writes.isFull && queue.depth.active > 0 && leadership.isHeld()) {
        this.#decide();
        await new Promise((resolve) => setImmediate(resolve));
      }
      await this.#nudge.wait(signal);
    }
    queue.close();
    this.#unobserve();
    await this.#writes.inFlight.settled();
  }

  #decide(): void {
    const { context, profiles } = this.#options;
    const { queue } = this.#waiting;
    const pods = queue.take(MOST_AT_ONCE);
    const [first] = pods;
    const profile = first === undefined ? undefined : profiles.of(first.demand.pod);
    if (first === undefined || profile === undefined) return;
    const round = this.#rounds.of(first.kind, profile);
    const begun = context.clock.monotonic();
    for (const [index, pod] of pods.entries()) {
      const late = index > 0 && context.clock.monotonic() - begun > LONGEST_TURN_MS;
      if (late || this.#writes.isFull) {
        queue.giveBack(pods.slice(index));
        return;
      }
      if (this.#writes.has(pod.key)) {
        this.#waiting.defer(pod);
        continue;
      }
      this.#decisions += 1;
      context.instruments.queue.taken(0);
      const begunAt = context.clock.monotonic();
      this.#schedule({ pod, profile, begunAt, wait: this.#waiting.waits.tried(pod.key, begunAt) }, round);
    }
  }

  #schedule(attempt: Attempt, round: PlacementRound): void {
    const { pod } = attempt;
    // Set when an earlier binding may or may not have arrived: only the same node again is safe.
    const assumed = this.#options.view.assumedNode(pod.key);
    if (assumed !== undefined) {
      this.#assignments.bind(attempt, assumed);
      return;
    }
    const placement = round.place(pod.demand);
    if (placement.kind === 'node') this.#assignments.assign(attempt, placement.name);
    else this.#rejections.reject(attempt, placement);
  }

  /** Not before the write counts as ended: the pod would be deferred again, and nothing would resume it. */
  #resume(key: string): void {
    this.#waiting.resume(key);
    this.#nudge.notify();
  }
}

/** A pod that found no node, and the plugins that stood in its way; none of them when there was no node at all. */
export interface Blocked {
  readonly demand: Demand;
  readonly profile: SchedulerProfile;
  readonly blockers: ReadonlySet<string>;
}

/**
 * Whether an event may help the pod. A node that becomes fit for it was rejected by one of the blockers before, and no
 * longer is: so it is enough to ask the blockers.
 */
export function mayHelp(event: ClusterEvent, { demand, profile, blockers }: Blocked, view: ClusterView): boolean {
  if (blockers.size === 0) return event.kind === 'node';
  return profile.plugins.some(
    ({ plugin }) =>
      blockers.has(plugin.name) && (plugin.wakesOn?.(event, demand, view) ?? acceptsNode(plugin, event, demand, view)),
  );
}

function acceptsNode(plugin: SchedulerPlugin, event: ClusterEvent, demand: Demand, view: ClusterView): boolean {
  if (!('node' in event)) return false;
  const node = view.node(event.node);
  if (node === undefined) return false;
  const judgement = plugin.judge(demand, view);
  return judgement === undefined || (judgement.kind === 'judged' && judgement.filter?.(node) === undefined);
}
