import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { requestMessages } from '../messages/index.ts';
import type { Job } from './job.ts';
import { findJobsByName, jobNames } from './job-name.ts';
import { isTaskFinished } from './state/task-state.ts';
import type { Task } from './task.ts';

/** Why a task cannot be retried; undefined when it can. */
export function retryRefusal(at: {
  readonly task: Task;
  /** The newest task of its application. */
  readonly newest: Task | undefined;
  readonly jobs: readonly Job[];
  readonly jobId: string | undefined;
}): TerminalError | undefined {
  const { task, newest, jobs, jobId } = at;
  const refuse = (code: string, reason: Message) =>
    new TerminalError(requestMessages.cannotRetry({ run: `${task.number}`, reason }), { code });
  if (!isTaskFinished(task.status))
    return refuse('TASK_NOT_FINISHED', requestMessages.stillRunning({ status: task.status }));
  if (newest !== undefined && newest.id !== task.id) {
    return refuse('TASK_SUPERSEDED', requestMessages.superseded({ run: `${newest.number}` }));
  }
  if (jobId !== undefined) {
    const [meant, ...more] = findJobsByName(jobs, jobId);
    if (meant === undefined) return refuse('NOTHING_TO_RETRY', requestMessages.jobNotFound({ job: jobId }));
    if (more.length > 0) {
      const names = jobNames([meant, ...more]);
      return refuse('NOTHING_TO_RETRY', requestMessages.severalJobs({ job: jobId, jobs: names }));
    }
  }
  if (jobId === undefined && task.status === 'completed') {
    return refuse('NOTHING_TO_RETRY', requestMessages.allSucceeded);
  }
  return undefined;
}
