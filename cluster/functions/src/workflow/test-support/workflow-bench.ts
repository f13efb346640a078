import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createManager, installDefinitions } from '@kubemin/controller';
import type { JsonObject } from '@kubemin/kubeapi';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { createContentStore } from '../../content/index.ts';
import { httpInvoker } from '../../invoker/index.ts';
import { functions } from '../../resources/index.ts';
import { type SampleFunction, SampleFunctions } from '../../test-support/sample-functions.ts';
import { loadRunData } from '../run-data.ts';
import { type WorkflowRun, workflowRuns } from '../run-resource.ts';
import { isEnded, workflowModules } from '../workflow-controller.ts';
import { type FunctionWorkflow, functionWorkflows } from '../workflow-resource.ts';

/** The resources that workflows need. */
export const WORKFLOW_RESOURCES = [functions, functionWorkflows, workflowRuns];

/** A workflow as a user writes it. */
export type WrittenWorkflow = Readonly<Record<string, unknown>> & {
  readonly startNode: string;
  readonly nodes: readonly object[];
};

/** An API server, the controllers of workflows, and functions in a real server. */
export class WorkflowBench {
  readonly cluster: TestCluster;
  readonly server: SampleFunctions;
  readonly #open: Disposables;
  #stopping: AbortController | undefined;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(cluster: TestCluster, server: SampleFunctions, open: Disposables) {
    this.cluster = cluster;
    this.server = server;
    this.#open = open;
  }

  static async start(samples: Record<string, SampleFunction>): Promise<WorkflowBench> {
    const open = new Disposables();
    const cluster = await startTestCluster({ controllers: false });
    open.add(cluster.close);
    const server = new SampleFunctions(samples);
    await server.start();
    open.add(() => server.close());
    const { signal } = new AbortController();
    await installDefinitions(cluster.client, WORKFLOW_RESOURCES, { clock: systemClock, signal });
    const bench = new WorkflowBench(cluster, server, open);
    open.add(() => bench.stopControllers());
    await bench.startControllers();
    return bench;
  }

  async startControllers(): Promise<void> {
    this.#stopping = new AbortController();
    const manager = createManager({
      client: this.cluster.client,
      clock: systemClock,
      random: systemRandom,
      logger: silentLogger,
    }).with(...workflowModules(httpInvoker({ url: this.server.url })));
    this.#running = manager.run(this.#stopping.signal);
    await manager.ready;
  }

  async stopControllers(): Promise<void> {
    this.#stopping?.abort();
    await this.#running;
  }

  close(): Promise<void> {
    return this.#open.dispose();
  }

  get runs() {
    return this.cluster.client.resource(workflowRuns, 'default');
  }

  get workflows() {
    return this.cluster.client.resource(functionWorkflows, 'default');
  }

  async apply(name: string, spec: WrittenWorkflow): Promise<FunctionWorkflow> {
    const body = { apiVersion: 'functions.kubemin.io/v1', kind: 'FunctionWorkflow', metadata: { name }, spec };
    return this.workflows.patch(name, { type: 'apply', body }, { fieldManager: 'test' });
  }

  /** Starts a run without waiting for it. */
  create(name: string, spec: WorkflowRun['spec']): Promise<WorkflowRun> {
    const run = { apiVersion: 'functions.kubemin.io/v1', kind: 'WorkflowRun', metadata: { name }, spec };
    return this.runs.create(run);
  }

  async run(
    workflow: string,
    args?: JsonObject,
    name = `${workflow}-${crypto.randomUUID().slice(0, 8)}`,
  ): Promise<WorkflowRun> {
    await this.create(name, { workflow, ...(args === undefined ? {} : { arguments: args }) });
    return this.ended(name);
  }

  ended(name: string): Promise<WorkflowRun> {
    return eventually(() => this.runs.get(name), { until: isEnded });
  }

  /** The result of a run that has succeeded; its phase and error otherwise. */
  async result({ status }: WorkflowRun): Promise<unknown> {
    if (status?.phase !== 'Succeeded' || status.result === undefined) {
      return { phase: status?.phase, error: status?.error };
    }
    const content = createContentStore({ client: this.cluster.client, clock: systemClock });
    return loadRunData(status.result, { content, namespace: 'default' });
  }
}

/** The nodes that a run has completed, in order. */
export function completedNodes({ status }: WorkflowRun): readonly string[] {
  return (status?.steps ?? []).map(({ node }) => node);
}
