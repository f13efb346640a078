import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import { builtinRenderRegistry, createRenderer, LABEL, type RenderSettings } from '@kubemin/render';
import { openSqlite, type SqlDatabase } from '@kubemin/sql';
import { onTestFinished } from 'vitest';
import { createEngine, type Engine } from '../engine.ts';
import type { EngineQueue } from '../queue/task-queue.ts';
import type { ClusterSource } from '../task/clusters/cluster-source.ts';
import type { Job } from '../task/job.ts';
import type { Fetcher } from '../task/outbound/fetcher.ts';
import type { ProgramRunner } from '../task/programs/program-runner.ts';
import type { EngineSettings } from '../task/settings.ts';
import type { Task } from '../task/task.ts';
import type { TenancySource } from '../task/tenancy/tenancy.ts';
import { collect } from './bench.ts';
import { parseDocument } from './documents.ts';

/** Starts an engine with everything built in on a real cluster; it is stopped when the test ends. */
export async function startClusterEngine(
  client: KubeClient,
  options: {
    readonly settings?: Partial<EngineSettings>;
    readonly database?: SqlDatabase;
    readonly render?: Partial<RenderSettings>;
    readonly fetcher?: Fetcher;
    readonly programs?: ProgramRunner;
    readonly queue?: EngineQueue;
    readonly clusters?: ClusterSource;
    readonly tenancy?: TenancySource;
  } = {},
): Promise<Engine> {
  const database = options.database ?? openSqlite({ path: ':memory:' });
  const engine = await createEngine({
    database,
    client,
    renderer: createRenderer(builtinRenderRegistry, options.render),
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
    executorId: systemRandom.uuid(),
    ...(options.settings !== undefined && { settings: options.settings }),
    ...(options.fetcher !== undefined && { fetcher: options.fetcher }),
    ...(options.programs !== undefined && { programs: options.programs }),
    ...(options.queue !== undefined && { queue: options.queue }),
    ...(options.clusters !== undefined && { clusters: options.clusters }),
    ...(options.tenancy !== undefined && { tenancy: options.tenancy }),
  });
  await engine.start();
  onTestFinished(async () => {
    await engine.stop();
    await database.close();
  });
  return engine;
}

/** Frees the names that applications of earlier tests have: in one namespace a component's name belongs to one of them. */
export async function releaseShortNames(client: KubeClient): Promise<void> {
  await client.resource(core.v1.services, 'default').deleteCollection({ labelSelector: LABEL.appId });
}

/** Asks for a run of an application made of these components. */
export async function submitTo(
  engine: Engine,
  appId: string,
  component: readonly unknown[],
  workflow?: readonly unknown[],
  namespace = 'default',
): Promise<string> {
  const document = parseDocument({ name: appId, namespace, component, ...(workflow !== undefined && { workflow }) });
  const run = { appId, appName: appId, namespace, revision: 1, document, componentIds: {} };
  return (await engine.submit(run)).id;
}

/** Asks for a run and follows it to its end. */
export async function deliverTo(
  engine: Engine,
  appId: string,
  component: readonly unknown[],
  workflow?: readonly unknown[],
  namespace = 'default',
): Promise<{ readonly id: string; readonly task: Task | undefined; readonly jobs: readonly Job[] }> {
  const id = await submitTo(engine, appId, component, workflow, namespace);
  await collect(engine.events(id));
  return { id, task: await engine.task(id), jobs: await engine.jobs(id) };
}
