import type { Clock } from '@kubemin/base';
import type { EventLog, TaskStore } from '../store/index.ts';
import { isTaskFinished, type RunEvent, taskNotFound, waitForSignal } from '../task/index.ts';
import type { EventHub } from './event-hub.ts';

const BATCH = 200;

/** What following a task's events takes. */
export interface FollowOptions {
  readonly taskId: string;
  readonly after: number;
  readonly signal?: AbortSignal | undefined;
  readonly hub: EventHub;
  readonly log: EventLog;
  readonly tasks: TaskStore;
  readonly clock: Clock;
  readonly pollIntervalMs: number;
}

/** The stored events after `after`, then new ones as they are stored, up to the one that ends the task. */
export async function* followEvents(options: FollowOptions): AsyncGenerator<RunEvent> {
  const { taskId, hub, log, tasks, clock, signal } = options;
  const { nudge, stop } = hub.follow(taskId);
  let after = options.after;
  try {
    while (!signal?.aborted) {
      // The task before its events: if it had ended by now, so had its events been stored.
      const task = await tasks.task(taskId);
      if (task === undefined) throw taskNotFound(taskId);
      const batch = await log.read(taskId, after, BATCH);
      for (const event of batch) {
        yield event;
        after = event.sequence;
        if (event.kind === 'task' && isTaskFinished(event.task.status)) return;
      }
      if (batch.length > 0) continue;
      if (isTaskFinished(task.status)) return;
      await waitForSignal({ nudge, clock, ms: options.pollIntervalMs, signal });
    }
  } finally {
    stop();
  }
}
