import { TerminalError } from '@kubemin/base';
import type { Job } from './job.ts';
import { jobNames, jobsNamed } from './job-name.ts';
import { isTaskFinished } from './state/task-state.ts';
import type { Task } from './task.ts';

/** Why a task cannot be taken up again; undefined when it can. */
export function retryRefusal(at: {
  readonly task: Task;
  /** The newest task of its application. */
  readonly newest: Task | undefined;
  readonly jobs: readonly Job[];
  readonly jobId: string | undefined;
}): TerminalError | undefined {
  const { task, newest, jobs, jobId } = at;
  const refuse = (code: string, why: string) =>
    new TerminalError(`run ${task.number} cannot be retried: ${why}`, { code });
  if (!isTaskFinished(task.status)) return refuse('TASK_NOT_FINISHED', `it is still ${task.status}`);
  if (newest !== undefined && newest.id !== task.id) {
    return refuse(
      'TASK_SUPERSEDED',
      `the application has had another run since (${newest.number}); retry that, or start a new run`,
    );
  }
  if (jobId !== undefined) {
    const [meant, ...more] = jobsNamed(jobs, jobId);
    if (meant === undefined) return refuse('NOTHING_TO_RETRY', `it has no job ${jobId}`);
    if (more.length > 0) {
      const names = jobNames([meant, ...more]).join(', ');
      return refuse('NOTHING_TO_RETRY', `several of its jobs are called ${jobId}, name one: ${names}`);
    }
  }
  if (jobId === undefined && task.status === 'completed') {
    return refuse('NOTHING_TO_RETRY', 'everything in it succeeded; run the application anew instead');
  }
  return undefined;
}
