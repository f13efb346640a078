import type { Vault } from '@kubemin/base';
import { createKubeClient } from '@kubemin/kube';
import { releaseShares } from '../delivery/index.ts';
import { deliveryMessages, previewMessages, storeMessages } from '../messages/index.ts';
import {
  type Delivered,
  type EngineDependencies,
  type PreparationStore,
  type PrepareContext,
  type Prepared,
  prepare,
  type RunDependencies,
  withCluster,
} from '../run/index.ts';
import { readDelivered } from '../store/index.ts';
import { DEPLOY_OPERATION, type RunRequest, type Stage, stageJobs, type Task, toMessage } from '../task/index.ts';
import { DryRunApi } from './dry-run-api.ts';
import { dryRunContext, NO_RUN, toDryRunJob } from './dry-run-context.ts';
import { type DryRunContext, dryRunJob } from './dry-run-job.ts';
import { netWrites } from './dry-run-write.ts';
import { noWaitClock } from './no-wait-clock.ts';
import type { Preview, PreviewedJob, PreviewedStep } from './preview.ts';
import { emptyCluster, isUnreachable } from './unreachable.ts';

/** Prepares a run as runs are prepared, and tries its jobs out one after the other. Nothing is stored or written. */
export async function previewRun(
  engine: EngineDependencies,
  request: RunRequest,
  signal: AbortSignal,
): Promise<Preview> {
  const { document } = request;
  const dependencies = withCluster(engine, await engine.clusters.get(document.cluster), document);
  const store = previewStore(engine, request);
  const dryRun = new DryRunApi(dependencies.client.handler);
  const trial = withDryRun(dependencies, dryRun.handler);
  try {
    return await previewInCluster(trial, { request, dryRun, store, signal });
  } catch (error) {
    if (!isUnreachable(error, signal)) throw error;
    const calm = { request, dryRun: undefined, store, signal: new AbortController().signal };
    return {
      ...(await previewInCluster({ ...withDryRun(dependencies, emptyCluster), gateway: undefined }, calm)),
      warnings: [previewMessages.clusterUnreachable],
    };
  }
}

/** Reads what a run would read, and claims nothing: claims are only checked. */
function previewStore({ tasks, claims }: EngineDependencies, { appId }: RunRequest): PreparationStore {
  return {
    listJobs: async () => [],
    previousTask: () => tasks.previousTask({ id: NO_RUN, appId }),
    lastCompleted: (app) => tasks.lastCompleted({ id: NO_RUN, appId: app }),
    claimNames: (by, names) => claims.check(by, names),
  };
}

/** Nothing is tried twice: the caller would wait for it. */
function withDryRun(dependencies: RunDependencies, handler: DryRunApi['handler']): RunDependencies {
  const { clock, settings, client } = dependencies;
  return {
    ...dependencies,
    client: { ...createKubeClient(handler), findBuiltInType: client.findBuiltInType },
    clock: noWaitClock(clock),
    settings: { ...settings, retries: 0 },
  };
}

interface PreviewInput {
  readonly request: RunRequest;
  readonly store: PreparationStore;
  /** Undefined when there is no cluster to ask. */
  readonly dryRun: DryRunApi | undefined;
  readonly signal: AbortSignal;
}

async function previewInCluster(
  dependencies: RunDependencies,
  { request, dryRun, store, signal }: PreviewInput,
): Promise<Preview> {
  const { appId } = request;
  const delivered = () => deliveredBefore(store, dependencies.vault, request);
  const prepared = await prepareDryRun(dependencies, { request, store, delivered, signal });
  const context = dryRunContext(dependencies, request, signal);
  const createContext: DryRunContext['createContext'] = (planned, report) => ({
    ...context,
    job: toDryRunJob(planned),
    rendered: planned.rendered,
    report: async (message) => report(toMessage(message)),
  });
  const { jobTypes } = dependencies;
  const steps = await dryRunStages({ jobTypes, dryRun, createContext, signal }, prepared.plan.stages);
  const { rendered } = prepared;
  const gateway = prepared.gateway === undefined ? {} : { gateway: prepared.gateway.message };
  const last = await delivered();
  const documents = [request.document, ...(last === undefined ? [] : [last.document])];
  if (dryRun === undefined || (request.operation ?? DEPLOY_OPERATION).kind !== 'deploy') {
    return { rendered, steps, documents, warnings: [], ...gateway };
  }
  const before = last === undefined ? [] : dependencies.renderer.render(last.document, { appId, ...last });
  const jobs = await dryRunRelease(dependencies, dryRun, { appId, before, now: rendered, signal });
  const all = jobs.length === 0 ? steps : [...steps, { path: ['release'], jobs }];
  return { rendered, steps: all, documents, warnings: [], ...gateway };
}

function prepareDryRun(
  dependencies: RunDependencies,
  trial: Pick<PreviewInput, 'request' | 'store' | 'signal'> & Pick<PrepareContext, 'delivered'>,
): Promise<Prepared> {
  const { request, store, delivered, signal } = trial;
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
  return prepare({ task, request: asked, delivered, dependencies, store, signal, logger }, operation);
}

async function deliveredBefore(
  store: PreparationStore,
  vault: Vault,
  { appId, appName }: Pick<RunRequest, 'appId' | 'appName'>,
): Promise<Delivered | undefined> {
  const row = await store.lastCompleted(appId);
  return row && readDelivered({ ...row, request: vault.open(row.request) }, storeMessages.lastRun({ app: appName }));
}

async function dryRunStages(
  context: DryRunContext,
  stages: readonly Stage[],
  above: readonly string[] = [],
): Promise<readonly PreviewedStep[]> {
  const steps: PreviewedStep[] = [];
  for (const stage of stages) {
    const path = [...above, stage.name];
    const { condition } = stage.flow;
    const jobs: PreviewedJob[] = [];
    for (const planned of stageJobs({ ...stage, stages: [] })) jobs.push(await dryRunJob(context, planned));
    steps.push({ path, ...(condition !== undefined && { condition: condition.text }), jobs });
    steps.push(...(await dryRunStages(context, stage.stages, path)));
  }
  return steps;
}

/** What a run does at its very end: it releases the shared objects that it does not use any more. */
async function dryRunRelease(
  dependencies: RunDependencies,
  dryRun: DryRunApi,
  run: {
    readonly appId: string;
    readonly before: Prepared['rendered'];
    readonly now: Prepared['rendered'];
    readonly signal: AbortSignal;
  },
): Promise<readonly PreviewedJob[]> {
  dryRun.takeWrites();
  await releaseShares(dryRunContext(dependencies, run, run.signal), run.before, run.now);
  return netWrites(dryRun.takeWrites()).map((write) => ({
    type: 'release_share',
    component: '',
    priority: 20,
    action: write.after === undefined ? 'delete' : 'update',
    message: deliveryMessages.released,
    writes: [write],
  }));
}
