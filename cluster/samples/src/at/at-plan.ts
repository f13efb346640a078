import { TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { timestamp } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { At, AtStatus } from './at-resource.ts';

/** The observed state of an At. */
export interface AtView {
  readonly at: At;
  /** Its own pod, never another object's pod of the same name. */
  readonly pod: Pod | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The next action for an At, and its new `status`. */
export type AtPlan =
  | { readonly kind: 'rest' }
  | { readonly kind: 'wait'; readonly ms: number; readonly status: AtStatus }
  | { readonly kind: 'start'; readonly status: AtStatus }
  | { readonly kind: 'report'; readonly status: AtStatus };

/** Timers are limited to about 24 days; one reconcile per day is cheap. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/** Decides the next action. The pod is started at its time and never before; DONE is final. */
export function planAt({ at, pod, now }: AtView): AtPlan {
  const { status } = at;
  if (status?.phase === 'DONE') return { kind: 'rest' };
  const due = Date.parse(at.spec.schedule);
  if (Number.isNaN(due)) {
    throw new TerminalError(
      verbatim(`spec.schedule "${at.spec.schedule}" is not a time; write it as 2030-01-31T12:00:00Z`),
      {
        code: 'AT_SCHEDULE_INVALID',
      },
    );
  }
  if (pod === undefined && now < due) {
    return { kind: 'wait', ms: Math.min(due - now, LONGEST_WAIT_MS), status: { phase: 'PENDING' } };
  }
  const startedAt = status?.startedAt ?? timestamp(now);
  if (pod === undefined) return { kind: 'start', status: { phase: 'RUNNING', startedAt } };
  const message = OUTCOMES[pod.status?.phase ?? '']?.(pod);
  if (message === undefined) return { kind: 'report', status: { phase: 'RUNNING', startedAt } };
  return { kind: 'report', status: { phase: 'DONE', startedAt, finishedAt: timestamp(now), message } };
}

/** The message for a pod that has ended, by its phase. */
const OUTCOMES: Readonly<Record<string, (pod: Pod) => string>> = {
  Succeeded: () => 'the command succeeded',
  Failed: ({ metadata, status }) => {
    const why = status?.message ?? status?.reason;
    return `pod ${metadata.name ?? ''} failed${why === undefined ? '' : `: ${why}`}`;
  },
};
