import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import type { KubeObject } from '@kubemin/kubeapi';
import { objectOwner } from '@kubemin/render';
import { readinessMessages } from '../../messages/index.ts';
import { componentChanges, componentObjects, type JobContext, managedInformer } from '../../task/index.ts';
import { awaitReadiness } from './await-readiness.ts';
import { MissingReferences } from './missing-references.ts';
import { daemonSetWorkload, deploymentWorkload, statefulSetWorkload, type Workload } from './workload.ts';

/** Waits until a workload that was just written runs what it should, whole; `done` is what was done to it. */
export type WorkloadWait = (context: JobContext, delivered: KubeObject, done: Message) => Promise<Message>;

/** The way to wait for one kind of workload. */
export function workloadWait<T extends KubeObject>(workload: Workload<T>): WorkloadWait {
  return (context, delivered, done) => {
    const { appId = context.appId, componentName = context.job.component } = objectOwner(delivered) ?? {};
    const { namespace } = delivered.metadata;
    const objects = componentObjects(context.informers, { appId, componentName, namespace });
    const { client, clock, signal, settings } = context;
    const missing = new MissingReferences({ client, clock, signal, graceMs: settings.missingGraceMs });
    return awaitReadiness({
      context,
      delivered,
      done,
      informer: managedInformer(context.informers, workload.resource),
      related: workload.related.map((type) => componentChanges(context.informers, type, { appId, componentName })),
      judge: (object) => workload.judge(object, objects),
      missing: (object) => missing.look(workload.pods(object, objects)),
    });
  };
}

const WAITS: ReadonlyMap<string, WorkloadWait> = new Map([
  [deploymentWorkload.resource.kind, workloadWait(deploymentWorkload)],
  [statefulSetWorkload.resource.kind, workloadWait(statefulSetWorkload)],
  [daemonSetWorkload.resource.kind, workloadWait(daemonSetWorkload)],
]);

/** Waits for a workload of any kind whose pods keep running. */
export const awaitWorkload: WorkloadWait = (context, delivered, done) => {
  const wait = WAITS.get(delivered.kind);
  if (wait !== undefined) return wait(context, delivered, done);
  throw new TerminalError(readinessMessages.kindUnknown({ kind: delivered.kind }), { code: 'KIND_UNKNOWN' });
};
