import { minik8sMessages } from '../messages/minik8s.ts';
import type { Part } from '../source/part.ts';
import { dnsLabel, fieldAt, fieldOf, nativeMetadata } from './metadata.ts';

/** Hpa → HorizontalPodAutoscaler of the workload it selects; it moves one pod at a time, every 15 seconds. */
export function nativeHpa(object: Part, workloads: readonly Part[]): Part {
  const spec = fieldOf(object, 'spec');
  const target = targetOf(spec, workloads);
  const slowly = object.asMap({
    policies: object.asList([
      object.asMap({ type: object.as('Pods'), value: object.as(1), periodSeconds: object.as(15) }),
    ]),
  });
  const policy = fieldOf(spec, 'policy');
  policy.omit(minik8sMessages.bounds);
  fieldOf(spec, 'selector').accept();
  fieldOf(spec, 'workload').accept();
  return object.asMap({
    apiVersion: fieldOf(object, 'apiVersion').as('autoscaling/v2'),
    kind: fieldOf(object, 'kind').as('HorizontalPodAutoscaler'),
    metadata: nativeMetadata(object),
    spec: spec.asMap({
      scaleTargetRef: object.asMap({ kind: target?.at('kind'), name: target?.at('metadata', 'name') }),
      minReplicas: fieldOf(spec, 'minReplicas'),
      maxReplicas: fieldOf(spec, 'maxReplicas'),
      metrics: object.asList([
        ...metricOf('cpu', fieldAt(spec, 'metrics', 'cpuPercent')),
        ...metricOf('memory', fieldAt(spec, 'metrics', 'memPercent')),
      ]),
      behavior: object.asMap({ scaleUp: slowly, scaleDown: slowly }),
    }),
  });
}

function targetOf(spec: Part, workloads: readonly Part[]): Part | undefined {
  const named = dnsLabel(fieldAt(spec, 'workload', 'name')).peek();
  const selector = fieldOf(spec, 'selector').entries;
  const selected = (workload: Part) => {
    const labels = workload.at('spec', 'template', 'metadata', 'labels').present
      ? workload.at('spec', 'template', 'metadata', 'labels')
      : workload.at('metadata', 'labels');
    return selector.length > 0 && selector.every(([key, value]) => labels.at(key).peek() === value.peek());
  };
  return workloads.find((workload) => workload.at('metadata', 'name').peek() === named) ?? workloads.find(selected);
}

function metricOf(resource: string, percent: Part): readonly Part[] {
  const value = Number(percent.peek());
  if (!(value >= 1)) return [];
  return [
    percent.asMap({
      type: percent.as('Resource'),
      resource: percent.asMap({
        name: percent.as(resource),
        target: percent.asMap({ type: percent.as('Utilization'), averageUtilization: percent.as(Math.round(value)) }),
      }),
    }),
  ];
}
