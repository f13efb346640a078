import { ownEntry } from '@kubemin/base';
import { parseQuantity } from '@kubemin/kubeapi';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import { findCondition, isTerminating } from '../pod-owner/index.ts';
import type { PodUsage } from './pod-metrics.ts';

/** A pod as an autoscaler counts it; amounts in thousandths. */
export type MeasuredPod =
  | { readonly state: 'ready'; readonly usage: number; readonly request: number }
  /** Too young for its usage to mean anything. */
  | { readonly state: 'unready'; readonly request: number }
  | { readonly state: 'missing'; readonly request: number };

/** What of a pod is measured. */
export interface MeasuredResource {
  readonly resource: string;
  /** One container of each pod, or all of them together. */
  readonly container?: string;
}

/** How long a pod is too young to be judged by its CPU. */
export interface ReadinessTimes {
  /** A pod that is younger counts only while it is ready, and with usage since. @default 5 min */
  readonly initializationMs: number;
  /** A pod that was not ready for this time after its start never became ready. @default 30 s */
  readonly initialDelayMs: number;
}

/** Pods and what is known of their usage. */
export interface MeasureState {
  readonly pods: readonly Pod[];
  readonly usage: ReadonlyMap<string, PodUsage>;
  readonly what: MeasuredResource;
  /** Whether the result depends on requests; where not, pods need none. */
  readonly byRequest: boolean;
  readonly times: ReadinessTimes;
  readonly now: number;
}

/** The pods that count, each as it counts; or why they cannot be measured. */
export function measurePods(state: MeasureState): readonly MeasuredPod[] | { readonly unavailable: string } {
  const measured: MeasuredPod[] = [];
  for (const pod of state.pods) {
    if (isTerminating(pod) || pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded') continue;
    const request = requestedAmount(pod, state);
    if (typeof request !== 'number') return request;
    const usage = state.usage.get(pod.metadata.name ?? '');
    const amount = usage && usedAmount(usage, state.what);
    if (pod.status?.phase === 'Pending') measured.push({ state: 'unready', request });
    else if (usage === undefined || amount === undefined) measured.push({ state: 'missing', request });
    else if (state.what.resource === 'cpu' && isStarting(pod, usage, state))
      measured.push({ state: 'unready', request });
    else measured.push({ state: 'ready', usage: amount, request });
  }
  return measured;
}

function usedAmount({ containers }: PodUsage, { resource, container }: MeasuredResource): number | undefined {
  if (container !== undefined) return ownEntry(containers, container)?.[resource];
  const amounts = Object.values(containers).map((amount) => amount[resource]);
  return amounts.reduce<number | undefined>(
    (sum, amount) => (sum === undefined || amount === undefined ? undefined : sum + amount),
    0,
  );
}

function requestedAmount(pod: Pod, { what, byRequest }: MeasureState): number | { readonly unavailable: string } {
  if (!byRequest) return 0;
  let sum = 0;
  for (const container of runningContainers(pod)) {
    if (what.container !== undefined && container.name !== what.container) continue;
    const request = container.resources?.requests?.[what.resource];
    if (request === undefined) {
      const unavailable = `missing request for ${what.resource} in container ${container.name} of Pod ${pod.metadata.name}`;
      return { unavailable };
    }
    sum += Number(parseQuantity(request).millis());
  }
  return sum;
}

function runningContainers({ spec }: Pod): readonly Container[] {
  const { containers = [], initContainers = [] } = spec ?? {};
  return [...containers, ...initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always')];
}

/** CPU used while starting is no measure of the load, and would scale up again what has just been scaled up. */
function isStarting(pod: Pod, usage: PodUsage, { now, times }: MeasureState): boolean {
  const ready = findCondition(pod.status?.conditions, 'Ready');
  const started = Date.parse(pod.status?.startTime ?? '');
  if (ready === undefined || Number.isNaN(started)) return true;
  const since = Date.parse(ready.lastTransitionTime ?? '') || started;
  if (started + times.initializationMs > now) return ready.status === 'False' || usage.time < since + usage.windowMs;
  return ready.status === 'False' && started + times.initialDelayMs > since;
}
