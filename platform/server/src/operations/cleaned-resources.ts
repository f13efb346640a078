import type { CleanedResources } from '@kubemin/client';
import type { Job, Task } from '@kubemin/engine';

/** What a run that deletes has come to so far. */
export function cleanedResources({ id, number, appId, status }: Task, jobs: readonly Job[]): CleanedResources {
  const named = (...states: readonly Job['status'][]): readonly string[] =>
    jobs.filter((job) => job.type === 'prune' && states.includes(job.status)).map(nameOf);
  return {
    appId,
    taskId: id,
    number,
    status,
    deletedResources: named('completed'),
    keptResources: named('skipped'),
    failedResources: named('failed', 'timeout', 'rejected', 'cancelled'),
  };
}

function nameOf({ objectKind, objectName, namespace, status, message, error }: Job): string {
  const name = `${objectKind}:${namespace === '' ? '' : `${namespace}/`}${objectName}`;
  const reason = status === 'completed' ? undefined : (error ?? message);
  return reason === undefined ? name : `${name} (${reason})`;
}
