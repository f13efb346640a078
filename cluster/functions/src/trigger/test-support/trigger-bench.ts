import { createServer, type Server } from 'node:http';
import { Disposables, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createManager, installDefinitions } from '@kubemin/controller';
import {
  eventually,
  startTestCluster,
  type TemporaryDirectory,
  type TestCluster,
  temporaryDirectory,
} from '@kubemin/testing';
import { httpInvoker } from '../../invoker/index.ts';
import { functions } from '../../resources/index.ts';
import { type SampleCall, type SampleFunction, SampleFunctions } from '../../test-support/sample-functions.ts';
import { functionWorkflows, workflowModules, workflowRuns } from '../../workflow/index.ts';
import { createHookHandler } from '../hook-handler.ts';
import { eventTriggerModule } from '../trigger-controller.ts';
import { type EventTrigger, eventTriggers } from '../trigger-resource.ts';

/** The resources that triggers need. */
export const TRIGGER_RESOURCES = [functions, functionWorkflows, workflowRuns, eventTriggers];

/** An event as a function gets it. */
export type ReceivedEvent = Readonly<Record<string, unknown>>;

/** An API server, the controllers of triggers and workflows, functions in a real server, and the webhooks' server. */
export class TriggerBench {
  readonly cluster: TestCluster;
  readonly server: SampleFunctions;
  /** Where files may be watched. */
  readonly files: TemporaryDirectory;
  readonly #open: Disposables;
  readonly #hooks: Server;
  #stopping: AbortController | undefined;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(
    cluster: TestCluster,
    parts: { readonly server: SampleFunctions; readonly files: TemporaryDirectory; readonly open: Disposables },
  ) {
    this.cluster = cluster;
    this.server = parts.server;
    this.files = parts.files;
    this.#open = parts.open;
    const { client } = cluster;
    const hook = createHookHandler({ client, clock: systemClock, random: systemRandom, logger: silentLogger });
    this.#hooks = createServer((request, response) => {
      if (!hook(request, response)) response.writeHead(404).end();
    });
  }

  static async start(samples: Record<string, SampleFunction>): Promise<TriggerBench> {
    const open = new Disposables();
    const cluster = await startTestCluster({ controllers: false });
    open.add(cluster.close);
    const server = new SampleFunctions(samples);
    await server.start();
    open.add(() => server.close());
    const files = await temporaryDirectory();
    open.add(files.remove);
    const { signal } = new AbortController();
    await installDefinitions(cluster.client, TRIGGER_RESOURCES, { clock: systemClock, signal });
    const bench = new TriggerBench(cluster, { server, files, open });
    await new Promise<void>((resolve) => bench.#hooks.listen(0, '127.0.0.1', resolve));
    open.add(async () => {
      bench.#hooks.closeAllConnections();
      await new Promise((resolve) => bench.#hooks.close(resolve));
    });
    open.add(() => bench.stopControllers());
    await bench.startControllers();
    return bench;
  }

  async startControllers(): Promise<void> {
    this.#stopping = new AbortController();
    const invoker = httpInvoker({ url: this.server.url });
    const manager = createManager({
      client: this.cluster.client,
      clock: systemClock,
      random: systemRandom,
      logger: silentLogger,
    }).with(eventTriggerModule({ invoker, fileRoots: [this.files.path] }), ...workflowModules(invoker));
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

  get triggers() {
    return this.cluster.client.resource(eventTriggers, 'default');
  }

  get hooksUrl(): string {
    const address = this.#hooks.address();
    return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/hooks` : '';
  }

  /** Creates or changes a trigger. */
  apply(name: string, spec: object): Promise<EventTrigger> {
    const body = { apiVersion: 'functions.kubemin.io/v1', kind: 'EventTrigger', metadata: { name }, spec };
    return this.triggers.patch(name, { type: 'apply', body, force: true }, { fieldManager: 'test' });
  }

  /** The same, and waits until its source is watched. */
  async watch(name: string, spec: object): Promise<EventTrigger> {
    await this.apply(name, spec);
    return this.status(name, (trigger) => isReady(trigger));
  }

  status(name: string, until: (trigger: EventTrigger) => boolean): Promise<EventTrigger> {
    return eventually(() => this.triggers.get(name), { until });
  }

  /** The events that a function got, without repeated calls. */
  events(name: string): readonly ReceivedEvent[] {
    const calls = new Map(this.server.callsOf(name).map((call): [string, SampleCall] => [call.eventId, call]));
    return [...calls.values()].map(({ args }) => {
      const { event } = args;
      return typeof event === 'object' && event !== null ? { ...event } : {};
    });
  }
}

/** Whether the source of the trigger, as it is now, is watched. */
export function isReady({ metadata, status }: EventTrigger): boolean {
  return (
    status?.conditions?.some((one) => one.status === 'True' && one.observedGeneration === metadata.generation) === true
  );
}
