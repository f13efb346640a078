import type { Message } from '@kubemin/base/message';
import type { CancelledRun } from '@kubemin/client';
import type { Engine } from '@kubemin/engine';
import { ApiError, type RequestContext, runNotFound } from '../api/index.ts';
import { type ApplicationService, rejectWhileDeleting } from '../applications/index.ts';
import { runMessages } from '../messages/index.ts';
import { runRequest } from './run-request.ts';
import { withTaskErrors } from './task-errors.ts';

/** A run to end, and who wants that. */
export interface CleanUpRequest {
  readonly taskId: string;
  readonly by: { readonly user: string; readonly reason?: Message | string };
  readonly asked: RequestContext;
}

/**
 * Cancels a run, and stores another one that removes what it created. A run that has been cancelled before is cleaned up
 * all the same: the caller may have been interrupted between the two.
 */
export async function cancelAndCleanUp(
  { engine, applications }: { readonly engine: Engine; readonly applications: ApplicationService },
  { taskId, by, asked }: CleanUpRequest,
): Promise<CancelledRun> {
  const known = asked.requestId === undefined ? undefined : await engine.task(asked.requestId);
  const task = await engine.task(taskId);
  if (task === undefined) throw runNotFound(taskId);
  // An earlier attempt of the same request.
  if (known !== undefined) {
    const { id, number } = known;
    return { taskId, number: task.number, status: task.status, cleanUpTaskId: id, cleanUpNumber: number };
  }
  const [newest] = await engine.tasks({ appId: task.appId, limit: 1 });
  if (newest !== undefined && newest.id !== taskId) {
    throw new ApiError('TASK_SUPERSEDED', runMessages.cleanUpSuperseded({ run: task.number, newest: newest.number }));
  }
  const snapshot = await applications.snapshot(task.appId, task.revision);
  rejectWhileDeleting(snapshot.application);
  const { status } = task.status === 'cancelled' ? task : await withTaskErrors(engine.cancel(taskId, by));
  const cleanUp = await engine.submit(runRequest(snapshot, asked, { operation: { kind: 'undo', run: taskId } }));
  return { taskId, number: task.number, status, cleanUpTaskId: cleanUp.id, cleanUpNumber: cleanUp.number };
}
