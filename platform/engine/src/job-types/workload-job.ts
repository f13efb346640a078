import type { KubeObject } from '@kubemin/kubeapi';
import { ownerOf } from '@kubemin/render';
import type { JobType } from '../job-type.ts';
import { awaitReadiness } from '../readiness/await-readiness.ts';
import { componentObjects, managedInformer } from '../readiness/managed-objects.ts';
import type { Workload } from '../readiness/workload.ts';
import { objectJob } from './object-job.ts';

/** Makes a job type that delivers a kind of workload and waits until it runs what was delivered, whole. */
export function workloadJob<T extends KubeObject>(name: string, workload: Workload<T>): JobType {
  return objectJob({
    name,
    kind: workload.resource.kind,
    priority: 10,
    prune: { resource: workload.resource, after: 'component' },
    timeoutMs: (settings) => settings.deployTimeoutMs,
    untilReady: (context, delivered, done) => {
      const { appId = context.appId, componentName = context.job.component } = ownerOf(delivered) ?? {};
      const { namespace } = delivered.metadata;
      return awaitReadiness({
        context,
        delivered,
        done,
        informer: managedInformer(context.informers, workload.resource),
        related: workload.related.map((type) => managedInformer(context.informers, type)),
        judge: (object) =>
          workload.judge(object, componentObjects(context.informers, { appId, componentName, namespace })),
      });
    },
  });
}
