import { join } from 'node:path';
import { type Logger, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import {
  createEngine,
  DEFAULT_QUEUE_SETTINGS,
  DEFAULT_REDIS_QUEUE_SETTINGS,
  type EngineQueue,
  redisQueueDriver,
} from '@kubemin/engine';
import { createKubeClient } from '@kubemin/kube';
import { openDatabase } from '@kubemin/sql';
import { noopDocument, noopStep } from '../noop-step.ts';
import type { OpenSubject, SubjectEvents, SubjectSettings } from '../subject.ts';

/** As many as there may be before an application comes up again; enough that none waits for its own earlier run. */
const APPLICATIONS = 1000;

/** The engine as it is: its database, its plan, its step, and no cluster. */
export const openEngine: OpenSubject = async (settings, events) => {
  const url = settings.postgresUrl ?? `sqlite:${join(settings.directory, 'engine.db')}`;
  const onQuery = ({ sql }: { readonly sql: string }): void => events.statement?.(sql);
  const database = await openDatabase(url, events.statement === undefined ? {} : { onQuery });
  const queue = makeQueue(settings);
  const engine = await createEngine({
    database,
    client: createKubeClient(() => Promise.reject(new Error('there is no cluster in this benchmark'))),
    renderer: { render: () => [] },
    jobTypes: [],
    stepTypes: [noopStep(events)],
    clock: systemClock,
    random: systemRandom,
    logger: endLogger(events),
    executorId: systemRandom.uuid(),
    settings: { maxConcurrentWorkflows: settings.concurrency },
    ...(queue !== undefined && { queue }),
  });
  await engine.start();
  const document = noopDocument(settings.steps);
  return {
    submit: async (index) => {
      const appId = `app-${index % APPLICATIONS}`;
      const request = { appId, appName: appId, namespace: 'default', revision: 1, document, componentIds: {} };
      return (await engine.submit(request)).id;
    },
    close: async () => {
      await engine.stop();
      await database.close();
    },
  };
};

function makeQueue({ redis }: SubjectSettings): EngineQueue | undefined {
  if (redis === undefined) return undefined;
  return {
    driver: redisQueueDriver({ ...DEFAULT_REDIS_QUEUE_SETTINGS, ...redis }),
    settings: { ...DEFAULT_QUEUE_SETTINGS, channelPrefix: systemRandom.uuid() },
  };
}

/** The engine logs the end of a run once it is stored: cheaper than following events. */
function endLogger(events: SubjectEvents, taskId?: string): Logger {
  return {
    ...silentLogger,
    info: (message, fields) => {
      if (message !== 'a run ended' || taskId === undefined) return;
      if (fields?.status !== 'completed')
        throw new Error(`a run that does nothing ended so: ${JSON.stringify(fields)}`);
      events.done(taskId);
    },
    error: (message, fields) => {
      process.stderr.write(`${message}: ${String(fields?.error)}\n`);
    },
    child: (fields) => endLogger(events, typeof fields.taskId === 'string' ? fields.taskId : taskId),
  };
}
