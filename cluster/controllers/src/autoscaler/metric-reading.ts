import { ownEntry } from '@kubemin/base';
import { formatQuantity, parseQuantity, Quantity } from '@kubemin/kubeapi';
import type { MetricSpec, MetricStatus, MetricTarget, MetricValueStatus } from '@kubemin/kubeapi/types/autoscaling.v2';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { type MeasuredResource, measurePods, type ReadinessTimes } from './measured-pod.ts';
import type { PodUsage } from './pod-metrics.ts';
import { type Proposal, proposeReplicas, type Tolerance, type UsageTarget } from './replica-proposal.ts';

/** Everything that metrics of one autoscaler are worked out from. */
export interface ReadingState {
  readonly current: number;
  readonly pods: readonly Pod[];
  /** By pod; or why it is unknown. */
  readonly usage: ReadonlyMap<string, PodUsage> | { readonly unavailable: string };
  readonly tolerance: Tolerance;
  readonly times: ReadinessTimes;
  readonly now: number;
}

/** The result of one metric. */
export type MetricReading =
  | { readonly kind: 'valid'; readonly name: string; readonly replicas: number; readonly status: MetricStatus }
  | { readonly kind: 'invalid'; readonly reason: string; readonly what: string; readonly message: string };

/** The result of all metrics. */
export type Readings =
  | {
      readonly kind: 'valid';
      readonly name: string;
      readonly replicas: number;
      readonly statuses: readonly MetricStatus[];
    }
  | {
      readonly kind: 'invalid';
      readonly reason: string;
      readonly message: string;
      readonly summary: string;
      readonly statuses: readonly MetricStatus[];
    };

type Reader = (metric: MetricSpec, state: ReadingState) => MetricReading;

/** How each type of metric is read. Custom and external metrics are not served here, and no values are invented for them. */
const READERS: Readonly<Record<string, Reader>> = {
  Resource: ({ resource }, state) =>
    resource === undefined
      ? unknownTypeReading('Resource')
      : readUsage({ ...resource, reason: 'FailedGetResourceMetric', label: 'resource' }, state, (current) => ({
          type: 'Resource',
          resource: { name: resource.name, current },
        })),
  ContainerResource: ({ containerResource: source }, state) =>
    source === undefined
      ? unknownTypeReading('ContainerResource')
      : readUsage(
          { ...source, reason: 'FailedGetContainerResourceMetric', label: 'container resource' },
          state,
          (current) => ({
            type: 'ContainerResource',
            containerResource: { name: source.name, container: source.container, current },
          }),
        ),
  Pods: ({ pods }) => notServedReading('Pods', 'custom', pods?.metric.name),
  Object: ({ object }) => notServedReading('Object', 'custom', object?.metric.name),
  External: ({ external }) => notServedReading('External', 'external', external?.metric.name),
};

/** The largest number that any metric asks for. A metric without a value prevents scaling down. */
export function readMetrics(metrics: readonly MetricSpec[], state: ReadingState): Readings {
  const readings = metrics.map((metric) =>
    (ownEntry(READERS, metric.type) ?? (() => unknownTypeReading(metric.type)))(metric, state),
  );
  const valid = readings.filter((reading) => reading.kind === 'valid');
  const invalid = readings.filter((reading) => reading.kind === 'invalid');
  const statuses = valid.map(({ status }) => status);
  const most = valid.toSorted((a, b) => b.replicas - a.replicas)[0];
  const [first] = invalid;
  if (most !== undefined && (first === undefined || most.replicas >= state.current)) {
    return { kind: 'valid', name: most.name, replicas: most.replicas, statuses };
  }
  const { reason, what, message } = first ?? unknownTypeReading('');
  const summary = `invalid metrics (${invalid.length} invalid out of ${metrics.length}), first error is: ${what}: ${message}`;
  return { kind: 'invalid', reason, message, summary, statuses };
}

interface UsageSource {
  readonly name: string;
  readonly container?: string;
  readonly target: MetricTarget;
  readonly reason: string;
  readonly label: string;
}

function readUsage(
  source: UsageSource,
  state: ReadingState,
  statusOf: (current: MetricValueStatus) => MetricStatus,
): MetricReading {
  const { name, container, reason, label } = source;
  const target = usageTarget(source.target);
  const kind = target.kind === 'utilization' ? 'utilization' : 'usage';
  const what = `failed to get ${name} ${label} metric value`;
  const proposal = propose({ resource: name, ...(container !== undefined && { container }) }, target, state);
  if ('unavailable' in proposal) {
    return { kind: 'invalid', reason, what, message: `failed to get ${name} ${kind}: ${proposal.unavailable}` };
  }
  const current: MetricValueStatus = {
    ...(proposal.utilization !== undefined && { averageUtilization: proposal.utilization }),
    averageValue: formatQuantity(new Quantity(BigInt(proposal.average) * 1_000_000n, 'DecimalSI')),
  };
  const words = target.kind === 'utilization' ? `${label} utilization (percentage of request)` : label;
  return { kind: 'valid', name: `${name} ${words}`, replicas: proposal.replicas, status: statusOf(current) };
}

function propose(
  what: MeasuredResource,
  target: UsageTarget,
  { usage, pods, times, now, current, tolerance }: ReadingState,
): Proposal | { readonly unavailable: string } {
  if ('unavailable' in usage) return usage;
  const measured = measurePods({ pods, usage, what, byRequest: target.kind === 'utilization', times, now });
  return 'unavailable' in measured ? measured : proposeReplicas({ current, target, pods: measured, tolerance });
}

function usageTarget({ averageUtilization, averageValue, value }: MetricTarget): UsageTarget {
  if (averageUtilization !== undefined) return { kind: 'utilization', percent: averageUtilization };
  return { kind: 'average', amount: Number(parseQuantity(averageValue ?? value ?? '0').millis()) };
}

function notServedReading(type: string, api: 'custom' | 'external', name = ''): MetricReading {
  const message = `unable to get metric ${name}: unable to fetch metrics from ${api} metrics API: no known available metric versions found`;
  const what = `failed to get ${type.toLowerCase()} metric value`;
  return { kind: 'invalid', reason: `FailedGet${type}Metric`, what, message };
}

function unknownTypeReading(type: string): MetricReading & { readonly kind: 'invalid' } {
  const message = `unknown metric source type ${JSON.stringify(type)}`;
  return { kind: 'invalid', reason: 'InvalidMetricSourceType', what: 'invalid metric source', message };
}
