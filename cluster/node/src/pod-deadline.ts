import type { RecordedEvent } from '@kubemin/controller';
import type { Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import { endedPod } from './pod-end.ts';

const REASON = 'DeadlineExceeded';
const MESSAGE = 'Pod was active on the node longer than the specified deadline';
/** How a container ends that was told to. */
const TERMINATED = 143;

/** How long the pod may go on, counted from when its node took it; undefined for as long as it likes. */
export function activeForMs({ spec, status }: Pod, now: number): number | undefined {
  if (spec?.activeDeadlineSeconds === undefined) return undefined;
  const since = status?.startTime === undefined ? now : Date.parse(status.startTime);
  return since + spec.activeDeadlineSeconds * 1000 - now;
}

/** What the node says of a pod whose time is over: it has stopped it, and what had succeeded in it counts for nothing. */
export function overduePod(
  pod: Pod,
  now: number,
): { readonly status: PodStatus; readonly events: readonly RecordedEvent[] } {
  const status = { ...endedPod(pod, { now, exitCode: TERMINATED }), phase: 'Failed', reason: REASON, message: MESSAGE };
  return { status, events: [{ type: 'Normal', reason: REASON, message: MESSAGE }] };
}
