import { type Clock, parseGoDuration } from '@kubemin/base';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { KubeletConfiguration, ShutdownPeriod } from '../kubelet-configuration/index.ts';
import { podPriority, type Rejection } from '../pod-admission/index.ts';
import type { PodFailure } from '../pods/index.ts';

const CRITICAL_PRIORITY = 2_000_000_000;
const MESSAGE = 'Pod was terminated in response to imminent node shutdown.';

/** Why no pod begins while the node is being stopped. */
export const SHUTTING_DOWN: Rejection = {
  reason: 'NodeShutdown',
  message: 'Pod was rejected as the node is shutting down.',
};

/** Pods that end together. */
export interface ShutdownGroup {
  readonly periodMs: number;
  readonly pods: readonly Pod[];
}

/** The periods in the order of their priorities; none when pods are not ended gracefully. */
export function shutdownPeriods(configuration: KubeletConfiguration): readonly ShutdownPeriod[] {
  const { shutdownGracePeriod, shutdownGracePeriodCriticalPods, shutdownGracePeriodByPodPriority } = configuration;
  if (shutdownGracePeriodByPodPriority.length > 0) {
    return shutdownGracePeriodByPodPriority.toSorted((one, other) => one.priority - other.priority);
  }
  const [whole = 0, critical = 0] = [shutdownGracePeriod, shutdownGracePeriodCriticalPods].map(
    (text) => (parseGoDuration(text) ?? 0) / 1000,
  );
  if (whole <= 0) return [];
  return [
    { priority: 0, shutdownGracePeriodSeconds: whole - critical },
    { priority: CRITICAL_PRIORITY, shutdownGracePeriodSeconds: critical },
  ];
}

/** How long all groups take at most. */
export function longestShutdownMs(configuration: KubeletConfiguration): number {
  return shutdownPeriods(configuration).reduce((sum, period) => sum + period.shutdownGracePeriodSeconds * 1000, 0);
}

/** Each pod is in the group of the highest period that its priority reaches; those below all are in the first. Pure. */
export function groupByPriority(pods: readonly Pod[], periods: readonly ShutdownPeriod[]): readonly ShutdownGroup[] {
  const index = (pod: Pod): number =>
    Math.max(
      periods.findLastIndex(({ priority }) => podPriority(pod) >= priority),
      0,
    );
  return periods.map(({ shutdownGracePeriodSeconds }, group) => ({
    periodMs: shutdownGracePeriodSeconds * 1000,
    pods: pods.filter((pod) => index(pod) === group),
  }));
}

/** Ends the pods group by group, the lowest priorities first. A group that takes longer than its period is not waited for. */
export async function shutDownPods(
  groups: readonly ShutdownGroup[],
  { clock, fail }: { readonly clock: Clock; readonly fail: (pod: Pod, failure: PodFailure) => Promise<void> },
): Promise<void> {
  for (const { periodMs, pods } of groups) {
    if (pods.length === 0) continue;
    const waiting = new AbortController();
    const ended = Promise.all(pods.map((pod) => fail(pod, shutdownFailure(pod, periodMs))));
    await Promise.race([ended, clock.sleep(periodMs + REPORT_MS, waiting.signal)]);
    waiting.abort();
  }
}

/** Enough to report the end of pods that took all of their time. */
const REPORT_MS = 2_000;
const DEFAULT_GRACE_SECONDS = 30;

function shutdownFailure({ spec }: Pod, periodMs: number): PodFailure {
  const graceMs = Math.min((spec?.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS) * 1000, periodMs);
  return { reason: 'Terminated', message: MESSAGE, disruption: MESSAGE, graceMs };
}
