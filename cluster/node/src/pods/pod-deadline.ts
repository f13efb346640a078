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
