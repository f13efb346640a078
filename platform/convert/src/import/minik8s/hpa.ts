import { minik8sMessages } from '../../messages/index.ts';
import type { Part } from '../source/part.ts';
import { dnsLabel, fieldAt, findField, nativeMetadata } from './metadata.ts';

/** Hpa → HorizontalPodAutoscaler of the workload it selects; it moves one pod at a time, every 15 seconds. */
export function nativeHpa(object: Part, workloads: readonly Part[]): Part {
  const spec = findField(object, 'spec');
  const target = findTarget(spec, workloads);
  const slowly = object.asMap({
    policies: object.asList([
      object.asMap({ type: object.as('Pods'), value: object.as(1), periodSeconds: object.as(15) }),
    ]),
  });
  const policy = findField(spec, 'policy');
  policy.omit(minik8sMessages.bounds);
  findField(spec, 'selector').accept();
  findField(spec, 'workload').accept();
  return object.asMap({
    apiVersion: findField(object, 'apiVersion').as('autoscaling/v2'),
    kind: findField(object, 'kind').as('HorizontalPodAutoscaler'),
    metadata: nativeMetadata(object),
    spec: spec.asMap({
      scaleTargetRef: object.asMap({ kind: target?.at('kind'), name: target?.at('metadata', 'name') }),
      minReplicas: findField(spec, 'minReplicas'),
      maxReplicas: findField(spec, 'maxReplicas'),
      metrics: object.asList([
        ...resourceMetric('cpu', fieldAt(spec, 'metrics', 'cpuPercent')),
        ...resourceMetric('memory', fieldAt(spec, 'metrics', 'memPercent')),
      ]),
      behavior: object.asMap({ scaleUp: slowly, scaleDown: slowly }),
    }),
  });
}

function findTarget(spec: Part, workloads: readonly Part[]): Part | undefined {
  const named = dnsLabel(fieldAt(spec, 'workload', 'name')).peek();
  const selector = findField(spec, 'selector').entries;
  const selected = (workload: Part) => {
    const labels = workload.at('spec', 'template', 'metadata', 'labels').present
      ? workload.at('spec', 'template', 'metadata', 'labels')
      : workload.at('metadata', 'labels');
    return selector.length > 0 && selector.every(([key, value]) => labels.at(key).peek() === value.peek());
  };
  return workloads.find((workload) => workload.at('metadata', 'name').peek() === named) ?? workloads.find(selected);
}

function resourceMetric(resource: string, percent: Part): readonly Part[] {
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
