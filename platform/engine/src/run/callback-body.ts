import { isJobSuccessful, type Job, type Task } from '../task/index.ts';

const JOBS_SHOWN = 20;
const ERROR_LENGTH = 1_000;

/**
 * What a callback receives when a run has ended: a CloudEvent whose data has the run, how many of its jobs are in which
 * state, and those that did not succeed. It is bounded, whatever the run was.
 */
export function callbackBody(task: Task, jobs: readonly Job[]): string {
  const { id, number, appId, appName, namespace, revision, kind, status, workflowId, creator, retryOf } = task;
  const unsuccessful = jobs.filter((job) => !isJobSuccessful(job.status));
  return JSON.stringify({
    specversion: '1.0',
    id: `${id}.end`,
    source: '/kubemin',
    type: 'io.kubemin.run.ended',
    subject: id,
    time: instant(task.endedAt ?? task.createdAt),
    datacontenttype: 'application/json',
    appid: appId,
    data: {
      task: {
        ...{ id, number, appId, appName, namespace, revision, kind, workflowId, status, creator, retryOf },
        error: bounded(task.error),
        cancelReason: bounded(task.cancelReason),
        createdAt: instant(task.createdAt),
        startedAt: task.startedAt === undefined ? undefined : instant(task.startedAt),
        endedAt: task.endedAt === undefined ? undefined : instant(task.endedAt),
      },
      jobs: Object.fromEntries([...Map.groupBy(jobs, (job) => job.status)].map(([state, of]) => [state, of.length])),
      unsuccessful: unsuccessful.slice(0, JOBS_SHOWN).map((job) => ({
        ...{ id: job.id, step: job.step, component: job.component, objectKind: job.objectKind },
        ...{ objectName: job.objectName, status: job.status, error: bounded(job.error) },
      })),
    },
  });
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function bounded(text: string | undefined): string | undefined {
  return text === undefined || text.length <= ERROR_LENGTH ? text : `${text.slice(0, ERROR_LENGTH)}…`;
}
