import type { HorizontalPodAutoscaler, MetricSpec, MetricStatus } from '@kubemin/kubeapi/types/autoscaling.v2';
import type { PodDisruptionBudget } from '@kubemin/kubeapi/types/policy.v1';
import type { Columns } from './column.ts';
import { AGE, joined, NAME } from './common-columns.ts';

/** Columns of horizontal pod autoscalers. */
export const autoscalerColumns: Columns<HorizontalPodAutoscaler> = {
  columns: [
    NAME,
    {
      name: 'Reference',
      cell: ({ spec }) => (spec === undefined ? '' : `${spec.scaleTargetRef.kind}/${spec.scaleTargetRef.name}`),
    },
    { name: 'Targets', cell: autoscalerTargets },
    { name: 'MinPods', cell: ({ spec }) => String(spec?.minReplicas ?? '<unset>') },
    { name: 'MaxPods', type: 'integer', cell: ({ spec }) => spec?.maxReplicas ?? 0 },
    { name: 'Replicas', type: 'integer', cell: ({ status }) => status?.currentReplicas ?? 0 },
    AGE,
  ],
};

/** Columns of pod disruption budgets. */
export const disruptionBudgetColumns: Columns<PodDisruptionBudget> = {
  columns: [
    NAME,
    { name: 'Min Available', cell: ({ spec }) => String(spec?.minAvailable ?? 'N/A') },
    { name: 'Max Unavailable', cell: ({ spec }) => String(spec?.maxUnavailable ?? 'N/A') },
    { name: 'Allowed Disruptions', type: 'integer', cell: ({ status }) => status?.disruptionsAllowed ?? 0 },
    AGE,
  ],
};

function autoscalerTargets({ spec, status }: HorizontalPodAutoscaler): string {
  return joined((spec?.metrics ?? []).map((metric, index) => targetText(metric, status?.currentMetrics?.[index])));
}

/** Resource metrics, the common case; of others only the kind is shown. */
function targetText({ type, resource }: MetricSpec, current: MetricStatus | undefined): string {
  if (resource === undefined) return `<${type}>`;
  const { averageUtilization, averageValue } = resource.target;
  if (averageUtilization !== undefined) {
    const now = current?.resource?.current.averageUtilization;
    return `${resource.name}: ${now === undefined ? '<unknown>' : `${now}%`}/${averageUtilization}%`;
  }
  return `${resource.name}: ${current?.resource?.current.averageValue ?? '<unknown>'}/${averageValue ?? '<auto>'}`;
}
