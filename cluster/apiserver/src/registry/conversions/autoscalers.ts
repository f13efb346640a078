import { isJsonObject, type KubeObject, type ObjectMeta } from '@kubemin/kubeapi';
import type { HorizontalPodAutoscaler as Shown } from '@kubemin/kubeapi/types/autoscaling.v1';
import type {
  MetricSpec,
  MetricStatus,
  HorizontalPodAutoscaler as Stored,
} from '@kubemin/kubeapi/types/autoscaling.v2';
import type { ObjectConversion } from '../object-conversion.ts';
import { flatMetric, metricFromFlat } from './flat-metrics.ts';
import { memoizedConversion } from './memoized-conversion.ts';

/** Where version 1 keeps what it has no fields for. */
const PREFIX = 'autoscaling.alpha.kubernetes.io/';
const EXTRAS = ['metrics', 'behavior', 'current-metrics', 'conditions'] as const;

type Extra = (typeof EXTRAS)[number];
type Extras = Readonly<Partial<Record<Extra, unknown>>>;

/** Autoscalers are stored in version 2; version 1 knows CPU only, the rest stands in annotations there. */
export function autoscalerConversion(): ObjectConversion {
  return memoizedConversion<Stored, Shown>({
    isStored: (object): object is Stored => object.apiVersion === 'autoscaling/v2',
    isShown: (object): object is Shown => object.apiVersion === 'autoscaling/v1',
    show,
    store,
  });
}

function show(stored: Stored): Shown {
  const { spec, status, metadata } = stored;
  const { metrics = [], behavior, ...kept } = spec ?? { maxReplicas: 0, scaleTargetRef: { kind: '', name: '' } };
  const cpu = metrics.find(isCpuShare);
  const others = metrics.filter((metric) => metric !== cpu).map(flatMetric);
  const { currentMetrics = [], conditions, ...counted } = status ?? { desiredReplicas: 0 };
  const share = currentMetrics.find(isCpuShare)?.resource?.current.averageUtilization;
  const extras: Extras = {
    ...(others.length > 0 && { metrics: others }),
    ...(behavior && { behavior }),
    ...(currentMetrics.length > 0 && { 'current-metrics': currentMetrics }),
    ...(conditions && { conditions }),
  };
  const target = cpu?.resource?.target.averageUtilization;
  return {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: withExtras(metadata, extras),
    ...(spec && { spec: { ...kept, ...(target !== undefined && { targetCPUUtilizationPercentage: target }) } }),
    ...(status && {
      status: {
        ...counted,
        currentReplicas: counted.currentReplicas ?? 0,
        ...(share !== undefined && { currentCPUUtilizationPercentage: share }),
      },
    }),
  };
}

function store(shown: Shown): Stored {
  const { spec, status } = shown;
  const extras = readExtras(shown.metadata);
  const { targetCPUUtilizationPercentage: target, ...kept } = spec ?? {
    maxReplicas: 0,
    scaleTargetRef: { kind: '', name: '' },
  };
  const { currentCPUUtilizationPercentage: _, ...counted } = status ?? { currentReplicas: 0, desiredReplicas: 0 };
  const cpu: readonly MetricSpec[] =
    target === undefined
      ? []
      : [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: target } } }];
  const others = Array.isArray(extras.metrics) ? extras.metrics.map(metricFromFlat) : [];
  const metrics = [...others, ...cpu];
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: withoutExtras(shown.metadata),
    ...(spec && {
      spec: {
        ...kept,
        ...(metrics.length > 0 && { metrics }),
        ...(isJsonObject(extras.behavior) && { behavior: extras.behavior }),
      },
    }),
    ...(status && {
      status: {
        ...counted,
        ...(Array.isArray(extras['current-metrics']) && { currentMetrics: extras['current-metrics'] }),
        ...(Array.isArray(extras.conditions) && { conditions: extras.conditions }),
      },
    }),
  };
}

function isCpuShare(metric: MetricSpec | MetricStatus): boolean {
  if (metric.type !== 'Resource' || metric.resource?.name !== 'cpu') return false;
  return 'target' in metric.resource
    ? metric.resource.target.averageUtilization !== undefined
    : metric.resource.current.averageUtilization !== undefined;
}

function withExtras(metadata: ObjectMeta, extras: Extras): ObjectMeta {
  const entries = Object.entries(extras).map(([name, value]) => [`${PREFIX}${name}`, JSON.stringify(value)] as const);
  if (entries.length === 0) return metadata;
  return { ...metadata, annotations: { ...metadata.annotations, ...Object.fromEntries(entries) } };
}

function withoutExtras(metadata: ObjectMeta): ObjectMeta {
  const { annotations, ...rest } = metadata;
  const kept = Object.entries(annotations ?? {}).filter(([key]) => !EXTRAS.some((name) => key === `${PREFIX}${name}`));
  return kept.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(kept) };
}

function readExtras({ annotations = {} }: KubeObject['metadata']): Extras {
  return Object.fromEntries(
    EXTRAS.flatMap((name) => {
      const text = annotations[`${PREFIX}${name}`];
      const value = text === undefined ? undefined : parsed(text);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Undefined for invalid JSON: the annotation was written by hand and is dropped, as in Kubernetes. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
