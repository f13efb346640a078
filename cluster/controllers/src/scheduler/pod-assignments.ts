import type { ControllerContext } from '@kubemin/controller';
import type { Attempt } from './attempt.ts';
import type { AttemptLog } from './attempt-log.ts';
import { type BindingOutcome, bind } from './binder.ts';
import { claimNeeds, type WaitingClaim } from './claim-needs.ts';
import type { ClusterView } from './cluster-view.ts';
import type { PodNotices } from './pod-notices.ts';
import type { PodWrites } from './pod-writes.ts';
import type { QueuedPod } from './queued-pod.ts';
import type { Retries } from './retries.ts';
import { chooseVolumes } from './volume-binder.ts';
import type { WaitingPods } from './waiting-pods.ts';

/** What pods are given to nodes with. */
export interface PodAssignmentsOptions {
  readonly context: ControllerContext;
  readonly view: ClusterView;
  readonly waiting: WaitingPods;
  readonly writes: PodWrites;
  readonly notices: PodNotices;
  readonly retries: Retries;
  readonly attempts: AttemptLog;
}

/** Gives pods to the nodes that were found for them. */
export class PodAssignments {
  readonly #options: PodAssignmentsOptions;

  constructor(options: PodAssignmentsOptions) {
    this.#options = options;
  }

  /** Volumes come first: only when there are none to wait for is the pod bound. */
  assign(attempt: Attempt, node: string): void {
    const { pod } = attempt;
    const { view, waiting } = this.#options;
    const needs = claimNeeds(pod.demand, view.storage);
    if (needs.kind === 'placed' && needs.waiting.length > 0) {
      this.#awaitVolumes(pod, needs.waiting, node);
      return;
    }
    view.assume(pod.key, pod.demand, node);
    waiting.placed(pod, node);
    this.bind(attempt, node);
  }

  /** Tells the API server about a pod that counts as being on the node already. */
  bind(attempt: Attempt, node: string): void {
    const { context, waiting, writes, notices, retries, attempts } = this.#options;
    const { key, demand } = attempt.pod;
    const outcomes: Readonly<Record<BindingOutcome['kind'], (error: unknown) => void>> = {
      bound: () => notices.scheduled(demand.pod, node),
      gone: () => this.#release(key),
      refused: (error) => {
        this.#release(key);
        retries.again(key, error, 'the API server refused a binding');
      },
      unsure: (error) => retries.again(key, error, 'a binding may or may not have been made'),
    };
    writes.begin(key, async () => {
      const outcome = await bind(context, demand.pod, node);
      // Bound, there is nothing left to decide; otherwise the pod is taken anew from the cache.
      waiting.dismiss(key);
      attempts.ended(attempt, outcome.kind === 'bound' ? 'scheduled' : 'error');
      outcomes[outcome.kind]('error' in outcome ? outcome.error : undefined);
    });
  }

  #release(key: string): void {
    const event = this.#options.view.forget(key);
    if (event !== undefined) this.#options.waiting.queue.wake(event);
  }

  /** Keeps the room until the volumes are there; their claims' changes bring the pod back. */
  #awaitVolumes(pod: QueuedPod, claims: readonly WaitingClaim[], name: string): void {
    const { context, view, waiting, writes } = this.#options;
    const node = view.node(name)?.node;
    waiting.nominate(pod, name);
    waiting.queue.park(pod, new Set(['volumes']));
    if (node === undefined) return;
    writes.begin(pod.key, () => chooseVolumes(context, claims, view.storage.volumes(), node));
  }
}
