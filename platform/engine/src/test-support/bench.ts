import { type Clock, silentLogger, systemRandom } from '@kubemin/base';
import { createKubeClient } from '@kubemin/kube';
import type { AppDocument } from '@kubemin/model';
import { openSqlite, type SqlDatabase } from '@kubemin/sql';
import type { TestDatabase } from '@kubemin/testing/vitest';
import { onTestFinished } from 'vitest';
import { createEngine, type Engine } from '../engine.ts';
import type { EngineQueue } from '../queue/task-queue.ts';
import { builtinStepTypes } from '../steps/step-types/builtin.ts';
import type { JobType } from '../task/job-type.ts';
import type { Fetcher } from '../task/outbound/fetcher.ts';
import type { ProgramRunner } from '../task/programs/program-runner.ts';
import type { RunEvent } from '../task/run-event.ts';
import type { EngineSettings } from '../task/settings.ts';
import type { AnyStepType } from '../task/step-type.ts';
import type { Task } from '../task/task.ts';
import { makeDocument } from './documents.ts';
import { type NoteScript, noteJobTypes, noteRenderer } from './notes.ts';
import { type ProbeScript, probeType } from './probe.ts';

/** What one test's engine may differ in. */
export interface BenchOptions {
  readonly path?: string;
  /** An empty database, or what another bench has left in it. */
  readonly place?: TestDatabase;
  readonly database?: SqlDatabase;
  readonly executorId?: string;
  readonly settings?: Partial<EngineSettings>;
  readonly scripts?: Readonly<Record<string, NoteScript>>;
  /** @default those of the scripts */
  readonly jobTypes?: readonly JobType[];
  readonly script?: (component: string) => NoteScript | undefined;
  /** What steps of the type `probe` do, by name. */
  readonly probes?: Readonly<Record<string, ProbeScript>>;
  /** @default the built-in ones */
  readonly stepTypes?: readonly AnyStepType[];
  readonly fetcher?: Fetcher;
  readonly programs?: ProgramRunner;
  readonly queue?: EngineQueue;
  readonly onLeadershipLost?: () => void;
}

/** An engine and short ways to use it. With a clock that stands still, whatever happens is done by nudges alone. */
export interface Bench<C extends Clock> {
  readonly engine: Engine;
  readonly database: SqlDatabase;
  readonly clock: C;
  submit(components: readonly string[] | AppDocument, appId?: string): Promise<Task>;
  /** Follows the task to its end and returns it with all its events. */
  finished(taskId: string): Promise<{ readonly task: Task; readonly events: readonly RunEvent[] }>;
}

/** Makes an engine (not started) over a database in memory, a file, or one that is already open. */
export async function makeBench<C extends Clock>(clock: C, options: BenchOptions = {}): Promise<Bench<C>> {
  const database =
    options.database ?? (await options.place?.open()) ?? openSqlite({ path: options.path ?? ':memory:' });
  onTestFinished(() => database.close());
  const engine = await createEngine({
    database,
    client: createKubeClient(() => Promise.reject(new Error('this test has no cluster'))),
    renderer: noteRenderer,
    jobTypes: options.jobTypes ?? noteJobTypes(options.script ?? ((component) => options.scripts?.[component])),
    stepTypes: [...(options.stepTypes ?? builtinStepTypes), probeType(options.probes ?? {})],
    ...(options.fetcher !== undefined && { fetcher: options.fetcher }),
    ...(options.programs !== undefined && { programs: options.programs }),
    ...(options.queue !== undefined && { queue: options.queue }),
    ...(options.onLeadershipLost !== undefined && { onLeadershipLost: options.onLeadershipLost }),
    clock,
    random: systemRandom,
    logger: silentLogger,
    executorId: options.executorId ?? 'executor-1',
    settings: { retryMinMs: 1, ...options.settings },
  });
  onTestFinished(() => engine.stop());
  return {
    engine,
    database,
    clock,
    submit: (components, appId = 'app-1') =>
      engine.submit({
        appId,
        appName: appId,
        namespace: 'default',
        revision: 1,
        document: 'component' in components ? components : makeDocument(components),
        componentIds: {},
      }),
    finished: async (taskId) => {
      const events = await collect(engine.events(taskId));
      const task = await engine.task(taskId);
      if (task === undefined) throw new Error(`task ${taskId} is gone`);
      return { task, events };
    },
  };
}

/** Everything an iterable gives until it ends. */
export async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
