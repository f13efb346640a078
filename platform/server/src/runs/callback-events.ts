import { type Logger, toError } from '@kubemin/base';
import { type CallbackEvent, instant } from '@kubemin/client';
import type { CallbackState, Engine } from '@kubemin/engine';
import type { SqlDatabase } from '@kubemin/sql';
import { ApplicationRows, callbackView, type ServerTables } from '../api/index.ts';
import { appendChange } from '../live/index.ts';

export interface CallbackEventsOptions {
  readonly engine: Pick<Engine, 'onCallback' | 'task'>;
  readonly database: SqlDatabase<ServerTables>;
  readonly logger: Logger;
}

/** Adds each attempt of this instance to deliver a callback to the stream of changes, until the signal aborts. */
export async function recordCallbackEvents(options: CallbackEventsOptions, signal: AbortSignal): Promise<void> {
  const { engine, logger } = options;
  const underWay = new Set<Promise<void>>();
  const stop = engine.onCallback((state) => {
    // The attempt itself is stored with the run; a lost event only makes it visible later.
    const stored = append(options, state).catch((thrown: unknown) => {
      logger.warn('The event of a callback could not be stored.', { taskId: state.taskId, error: toError(thrown) });
    });
    underWay.add(stored);
    void stored.then(() => underWay.delete(stored));
  });
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  await stopped;
  stop();
  await Promise.all(underWay);
}

async function append({ engine, database }: CallbackEventsOptions, state: CallbackState): Promise<void> {
  const task = await engine.task(state.taskId);
  const application = task && (await new ApplicationRows(database.query).byId(task.appId));
  if (task === undefined || application === undefined) return;
  const { id: taskId, number, appId, appName } = task;
  const last = state.attempts.at(-1);
  const time = instant(last?.endedAt ?? last?.startedAt ?? task.createdAt);
  const callback = callbackView(state);
  const event: CallbackEvent = { kind: 'callback', appId, taskId, number, appName, time, callback };
  await database.transaction((transaction) => appendChange(database, transaction, application.project, event));
}
