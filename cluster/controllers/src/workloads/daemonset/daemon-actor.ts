import type { Clock } from '@kubemin/base';
import type { ControllerContext } from '@kubemin/controller';
import type { ControllerRevision, DaemonSet } from '@kubemin/kubeapi/types/apps.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { type PodWriter, REVISION_LABEL, slowStart } from '../../pod-owner/index.ts';
import type { DaemonAction } from './daemon-plan.ts';
import { daemonPod, targetNode } from './daemon-pod.ts';

/** What is to be done, and from which template. */
export interface DaemonTask {
  readonly plan: readonly DaemonAction[];
  readonly revision: ControllerRevision;
}

/** What is left of a task. */
export interface DaemonRest {
  readonly error?: unknown;
  /** When the next failed pod may be removed. */
  readonly waitMs?: number;
}

/** More in one go would hold the queue's worker too long; the rest follows in the next round. */
const BURST = 250;

/** Carries the plans of DaemonSets out. */
export class DaemonActor {
  readonly #context: ControllerContext;
  readonly #writer: PodWriter;
  readonly #backoff: FailureBackoff;

  constructor(context: ControllerContext, writer: PodWriter) {
    this.#context = context;
    this.#writer = writer;
    this.#backoff = new FailureBackoff(context.clock);
  }

  async act(key: string, set: DaemonSet, { plan, revision }: DaemonTask): Promise<DaemonRest> {
    const removals = plan.filter((action) => action.kind === 'remove').slice(0, BURST);
    const waits = removals.map((action) => (action.why === 'failed' ? this.#failureWait(set, action.pod) : 0));
    const due = removals.filter((_, index) => waits[index] === 0);
    const removed = await Promise.allSettled(due.map(({ pod }) => this.#writer.remove(key, set, pod)));
    const nodes = plan.flatMap((action) => (action.kind === 'create' ? [action.node] : [])).slice(0, BURST);
    const hash = revision.metadata.labels?.[REVISION_LABEL] ?? '';
    const identity = { revision: hash, generation: revision.revision };
    const created = await slowStart(nodes.length, (index) =>
      this.#writer.create(key, set, daemonPod(set, { ...identity, node: nodes[index] ?? '' })),
    );
    const error = created.error ?? removed.find((result) => result.status === 'rejected')?.reason;
    const pending = waits.filter((wait) => wait > 0);
    return { ...(error !== undefined && { error }), ...(pending.length > 0 && { waitMs: Math.min(...pending) }) };
  }

  /** A pod that fails at once would otherwise be made and removed as fast as the machine can. */
  #failureWait(set: DaemonSet, pod: Pod): number {
    const node = targetNode(pod) ?? '';
    const wait = this.#backoff.attempt(`${set.metadata.uid} ${node}`);
    if (wait > 0) return wait;
    const where = `daemon pod ${pod.metadata.namespace}/${pod.metadata.name} on node ${node}`;
    const event =
      pod.status?.phase === 'Succeeded'
        ? {
            type: 'Normal' as const,
            reason: 'SucceededDaemonPod',
            message: `Found succeeded ${where}, will try to delete it`,
          }
        : {
            type: 'Warning' as const,
            reason: 'FailedDaemonPod',
            message: `Found failed ${where}, will try to kill it`,
          };
    this.#context.events.record(set, event);
    return 0;
  }
}

const FIRST_MS = 1_000;
const LONGEST_MS = 15 * 60_000;

interface Pause {
  readonly untilMs: number;
  readonly delayMs: number;
}

/** Makes each repetition of a failure wait longer, and forgets a failure that has not come back for long. */
export class FailureBackoff {
  readonly #clock: Clock;
  readonly #pauses = new Map<string, Pause>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How long to wait before doing something about this failure again; 0 begins the next, longer pause. */
  attempt(what: string): number {
    const now = this.#clock.monotonic();
    this.#forget(now);
    const known = this.#pauses.get(what);
    if (known !== undefined && known.untilMs > now) return known.untilMs - now;
    const delayMs = known === undefined ? FIRST_MS : Math.min(LONGEST_MS, known.delayMs * 2);
    this.#pauses.set(what, { untilMs: now + delayMs, delayMs });
    return 0;
  }

  #forget(now: number): void {
    for (const [what, { untilMs }] of this.#pauses) if (untilMs + 2 * LONGEST_MS < now) this.#pauses.delete(what);
  }
}
