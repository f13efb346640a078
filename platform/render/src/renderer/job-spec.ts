import type { JobSpec } from '@kubemin/kubeapi/types/batch.v1';
import type { PropertiesData } from '@kubemin/model';
import type { ComponentContext, PodRequest, PodResult } from './component-renderer.ts';

type JobProperties = PropertiesData['job'];

/** The pod of something that runs to its end. */
export function jobPod(context: ComponentContext<JobProperties>, workload: PodRequest['workload']): PodResult {
  const { properties } = context.component;
  return context.pod({
    workload,
    container: properties,
    labels: properties.labels,
    annotations: properties.annotations,
    restartPolicy: properties.restartPolicy,
  });
}

const LIMITS = ['backoffLimit', 'activeDeadlineSeconds', 'ttlSecondsAfterFinished'] as const;

/** What runs, how many at once and how often. Without replicas nothing runs, so the caller must suspend it. */
export function jobSpec({ component }: ComponentContext<JobProperties>, pod: PodResult): JobSpec {
  const { properties, replicas } = component;
  const parallelism = properties.parallelism ?? Math.max(1, replicas);
  const limits = Object.fromEntries(
    LIMITS.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]])),
  );
  return { parallelism, completions: properties.completions ?? parallelism, ...limits, template: pod.template };
}
