import type { KubeObject } from '@kubemin/kubeapi';
import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { RenderedObject } from '@kubemin/render';

/**
 * Which run has asked that a Job run once more. It is written with the Job that comes of it, so that a run which is taken
 * up after a crash does not ask twice; a later run that leaves it out takes it away and starts nothing.
 */
export const RERUN_BY = 'kubemin.io/rerun-by-run';

const ENDS: readonly string[] = ['Complete', 'Failed'];

/** The objects of a run that is to run finished Jobs once more. */
export function withReruns(rendered: readonly RenderedObject[], taskId: string): readonly RenderedObject[] {
  return rendered.map((each) => {
    if (each.object.kind !== 'Job') return each;
    const { metadata } = each.object;
    const annotations = { ...metadata.annotations, [RERUN_BY]: taskId };
    return { ...each, object: { ...each.object, metadata: { ...metadata, annotations } } };
  });
}

/** Whether what is wanted asks for a run that what is there does not come of. One that is still under way is not cut off. */
export function asksForRerun(desired: KubeObject, live: KubeObject): boolean {
  const asked = desired.metadata.annotations?.[RERUN_BY];
  return asked !== undefined && asked !== live.metadata.annotations?.[RERUN_BY] && hasEnded(live);
}

function hasEnded(live: KubeObject): boolean {
  const conditions = isJob(live) ? (live.status?.conditions ?? []) : [];
  return conditions.some(({ type, status }) => status === 'True' && ENDS.includes(type));
}

function isJob(object: KubeObject): object is Job {
  return object.kind === 'Job';
}
