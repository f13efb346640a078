import type { Informer } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { PodDisruptionBudget } from '@kubemin/kubeapi/types/policy.v1';
import type { Attempt, AttemptLog } from './attempt-log.ts';
import type { ClusterView } from './cluster-view.ts';
import type { Demand } from './demand.ts';
import { DisruptionAllowance } from './disruption-allowance.ts';
import type { Evictions } from './evictions.ts';
import type { NoPlacement } from './placement.ts';
import type { PodStatusReports } from './pod-status-reports.ts';
import type { PodWrites } from './pod-writes.ts';
import { findPreemption, type Preemption } from './preemption.ts';
import type { QueuedPod } from './queued-pod.ts';
import type { SchedulerMetrics } from './scheduler-metrics.ts';
import type { WaitingPods } from './waiting-pods.ts';

/** What becomes of pods without a node depends on this. */
export interface PodRejectionsOptions {
  readonly view: ClusterView;
  readonly waiting: WaitingPods;
  readonly writes: PodWrites;
  readonly notices: PodStatusReports;
  readonly evictions: Evictions;
  readonly attempts: AttemptLog;
  readonly metrics: SchedulerMetrics;
  readonly pods: Pick<Informer<Pod>, 'get'>;
  readonly budgets: Pick<Informer<PodDisruptionBudget>, 'list'>;
}

/** Preempts for pods without a node, or reports why there is none. */
export class PodRejections {
  readonly #options: PodRejectionsOptions;

  constructor(options: PodRejectionsOptions) {
    this.#options = options;
  }

  reject(attempt: Attempt, { message, blockers, verdicts }: NoPlacement): void {
    const { pod } = attempt;
    const preemption = this.#preempt(attempt, verdicts);
    this.#options.attempts.ended(attempt, 'unschedulable');
    // Before anything is awaited: a change that arrives while the condition is written must find the pod here.
    this.#options.waiting.queue.park(pod, blockers);
    if (preemption?.kind === 'preempt') this.#makeRoom(pod, message, preemption);
    else this.#explain(pod, message, preemption);
  }

  #preempt({ pod: { demand }, profile }: Attempt, verdicts: NoPlacement['verdicts']): Preemption | undefined {
    const { metrics, view, waiting, evictions, budgets, pods } = this.#options;
    if (verdicts.size === 0 || !view.hasBelow(demand.priority)) return undefined;
    metrics.preemptionTried();
    const { isLeaving } = evictions;
    const { nominated } = waiting;
    const allowance = new DisruptionAllowance(budgets.list());
    const currentPod = ({ key, pod }: Demand): Pod => pods.get(key) ?? pod;
    return findPreemption({ demand, profile, view, nominated, verdicts, isLeaving, allowance, currentPod: currentPod });
  }

  #makeRoom(pod: QueuedPod, message: string, { node, victims }: Preemption & { kind: 'preempt' }): void {
    const { waiting, writes, evictions, metrics } = this.#options;
    metrics.preempted(victims.length);
    const { key, demand } = pod;
    waiting.nominate(pod, node);
    evictions.announce(victims);
    writes.begin(key, () => evictions.evict({ preemptor: demand.pod, message, node, victims }));
  }

  #explain(
    { key, demand }: QueuedPod,
    message: string,
    preemption: Exclude<Preemption, { kind: 'preempt' }> | undefined,
  ): void {
    const { waiting, writes, notices } = this.#options;
    if (preemption?.kind !== 'awaited') waiting.dropNomination(key, demand.pod);
    const text = preemption === undefined ? message : `${message} preemption: ${preemption.message}`;
    const nominatedNode = waiting.nominated.nominatedNode(key) ?? null;
    writes.begin(key, () =>
      notices.reportUnscheduled(demand.pod, { reason: 'Unschedulable', message: text, nominatedNode }),
    );
  }
}
