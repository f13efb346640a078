import { createKubeClient } from '@kubemin/kube';
import { releaseShares } from '../delivery/release-shares.ts';
import { deliveryMessages } from '../messages/delivery.ts';
import { previewMessages } from '../messages/preview.ts';
import { storeMessages } from '../messages/store.ts';
import { DEPLOY_OPERATION } from '../operation.ts';
import { jobsOfStage, type Stage } from '../plan/plan.ts';
import { inCluster } from '../run/in-cluster.ts';
import type { Delivered, PrepareContext, Prepared } from '../run/prepare/preparation.ts';
import { prepare } from '../run/prepare/prepare.ts';
import type { EngineDependencies, RunDependencies } from '../run/run-dependencies.ts';
import { readDelivered } from '../store/stored-request.ts';
import type { RunRequest, Task } from '../task.ts';
import { toMessage } from '../texts.ts';
import type { Preview, PreviewedJob, PreviewedStep } from './preview.ts';
import { Rehearsal } from './rehearsal.ts';
import { NO_RUN, rehearsalContext, rehearsedJob } from './rehearsal-context.ts';
import { type RehearsalStage, rehearseJob } from './rehearse-job.ts';
import { netWrites } from './rehearsed-write.ts';
import { emptyCluster, isUnreachable } from './unreachable.ts';
import { unwaitingClock } from './unwaiting-clock.ts';

/** Prepares a run as runs are prepared, and tries its jobs out one after the other. Nothing is stored or written. */
export async function previewRun(
  engine: EngineDependencies,
  request: RunRequest,
  signal: AbortSignal,
): Promise<Preview> {
  const dependencies = await inCluster(engine, request.document.cluster);
  const rehearsal = new Rehearsal(dependencies.client.handler);
  const trial = onTrial(dependencies, rehearsal.handler);
  try {
    return await previewOn(trial, { request, rehearsal, signal });
  } catch (error) {
    if (!isUnreachable(error, signal)) throw error;
    const calm = { request, rehearsal: undefined, signal: new AbortController().signal };
    return {
      ...(await previewOn(onTrial(dependencies, emptyCluster), calm)),
      warnings: [previewMessages.clusterUnreachable],
    };
  }
}

/** Nothing is tried twice: the caller would wait for it. */
function onTrial(dependencies: RunDependencies, handler: Rehearsal['handler']): RunDependencies {
  const { clock, settings, claims } = dependencies;
  return {
    ...dependencies,
    client: createKubeClient(handler),
    claims: { take: (...args) => claims.look(...args), look: (...args) => claims.look(...args) },
    clock: unwaitingClock(clock),
    settings: { ...settings, retries: 0 },
  };
}

interface Trial {
  readonly request: RunRequest;
  /** Undefined when there is no cluster to ask. */
  readonly rehearsal: Rehearsal | undefined;
  readonly signal: AbortSignal;
}

async function previewOn(dependencies: RunDependencies, { request, rehearsal, signal }: Trial): Promise<Preview> {
  const { appId } = request;
  const delivered = () => deliveredBefore(dependencies, request);
  const prepared = await prepareTrial(dependencies, { request, delivered, signal });
  const context = rehearsalContext(dependencies, request, signal);
  const contextOf: RehearsalStage['contextOf'] = (planned, report) => ({
    ...context,
    job: rehearsedJob(planned),
    rendered: planned.rendered,
    report: async (message) => report(toMessage(message)),
  });
  const { jobTypes } = dependencies;
  const steps = await rehearseStages({ jobTypes, rehearsal, contextOf, signal }, prepared.plan.stages);
  const { rendered } = prepared;
  const last = await delivered();
  const documents = [request.document, ...(last === undefined ? [] : [last.document])];
  if (rehearsal === undefined || (request.operation ?? DEPLOY_OPERATION).kind !== 'deploy') {
    return { rendered, steps, documents, warnings: [] };
  }
  const before = last === undefined ? [] : dependencies.renderer.render(last.document, { appId, ...last });
  const jobs = await rehearseRelease(dependencies, rehearsal, { appId, before, now: rendered, signal });
  const all = jobs.length === 0 ? steps : [...steps, { path: ['release'], jobs }];
  return { rendered, steps: all, documents, warnings: [] };
}

function prepareTrial(
  dependencies: RunDependencies,
  trial: Pick<Trial, 'request' | 'signal'> & Pick<PrepareContext, 'delivered'>,
): Promise<Prepared> {
  const { request, delivered, signal } = trial;
  const { appId, appName, namespace, revision, document, componentIds, operation = DEPLOY_OPERATION } = request;
  const task: Task = {
    id: NO_RUN,
    number: 0,
    appId,
    appName,
    namespace,
    revision,
    kind: operation.kind,
    status: 'waiting',
    createdAt: dependencies.clock.now(),
    version: 0,
  };
  const { logger } = dependencies;
  const asked = { document, componentIds };
  return prepare({ task, request: asked, delivered, dependencies, signal, logger }, operation);
}

async function deliveredBefore(
  { tasks, vault }: RunDependencies,
  { appId, appName }: Pick<RunRequest, 'appId' | 'appName'>,
): Promise<Delivered | undefined> {
  const row = await tasks.lastCompleted({ id: NO_RUN, appId });
  return row && readDelivered({ ...row, request: vault.open(row.request) }, storeMessages.lastRun({ app: appName }));
}

async function rehearseStages(
  rehearsing: RehearsalStage,
  stages: readonly Stage[],
  above: readonly string[] = [],
): Promise<readonly PreviewedStep[]> {
  const steps: PreviewedStep[] = [];
  for (const stage of stages) {
    const path = [...above, stage.name];
    const { condition } = stage.flow;
    const jobs: PreviewedJob[] = [];
    for (const planned of jobsOfStage({ ...stage, stages: [] })) jobs.push(await rehearseJob(rehearsing, planned));
    steps.push({ path, ...(condition !== undefined && { condition: condition.text }), jobs });
    steps.push(...(await rehearseStages(rehearsing, stage.stages, path)));
  }
  return steps;
}

/** What a run does at its very end: it releases the shared objects that it does not use any more. */
async function rehearseRelease(
  dependencies: RunDependencies,
  rehearsal: Rehearsal,
  run: {
    readonly appId: string;
    readonly before: Prepared['rendered'];
    readonly now: Prepared['rendered'];
    readonly signal: AbortSignal;
  },
): Promise<readonly PreviewedJob[]> {
  rehearsal.takeWrites();
  await releaseShares(rehearsalContext(dependencies, run, run.signal), run.before, run.now);
  return netWrites(rehearsal.takeWrites()).map((write) => ({
    type: 'release_share',
    component: '',
    priority: 20,
    action: write.after === undefined ? 'delete' : 'update',
    message: deliveryMessages.released,
    writes: [write],
  }));
}
