import type { Clock } from '@kubemin/base';
import type { RecordedEvent } from '@kubemin/controller';
import type { Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import { endedPod } from './pod-end.ts';

/** Why a node ends a pod that was active for too long. */
export const DEADLINE_EXCEEDED = {
  reason: 'DeadlineExceeded',
  message: 'Pod was active on the node longer than the specified deadline',
} as const;
/** The exit code of a container that ended on SIGTERM. */
const TERMINATED = 143;

/** How long the pod may go on, counted from when its node took it; undefined for as long as it likes. */
export function activeForMs({ spec, status }: Pod, now: number): number | undefined {
  if (spec?.activeDeadlineSeconds === undefined) return undefined;
  const since = status?.startTime === undefined ? now : Date.parse(status.startTime);
  return since + spec.activeDeadlineSeconds * 1000 - now;
}

/** The status of a pod whose deadline has passed: the node has stopped it, and earlier successes in it do not count. */
export function overduePod(
  pod: Pod,
  now: number,
): { readonly status: PodStatus; readonly events: readonly RecordedEvent[] } {
  const status = { ...endedPod(pod, { now, exitCode: TERMINATED }), phase: 'Failed', ...DEADLINE_EXCEEDED };
  return { status, events: [{ type: 'Normal', ...DEADLINE_EXCEEDED }] };
}

/** The time that containers have to end on their own. It can be shortened while they end, and never becomes longer. */
export class GracePeriod {
  readonly #clock: Clock;
  readonly #over = new AbortController();
  #endsAt = Number.POSITIVE_INFINITY;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.shorten(ms);
  }

  /** Aborts when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  leftMs(): number {
    return Math.max(this.#endsAt - this.#clock.monotonic(), 0);
  }

  /** At most `ms` are left from now on. */
  shorten(ms: number): void {
    const endsAt = this.#clock.monotonic() + Math.max(ms, 0);
    if (endsAt >= this.#endsAt) return;
    this.#endsAt = endsAt;
    this.#cancel();
    if (ms <= 0) this.#over.abort();
    else this.#cancel = this.#clock.after(ms, () => this.#over.abort());
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }
}
