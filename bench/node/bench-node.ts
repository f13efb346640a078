import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import {
  HOST_IMAGE,
  type PrivateNode,
  type PrivateNodeOptions,
  startPrivateNode,
} from '../../cluster/node/src/test-support/private-node.ts';
import { PodWatch } from '../support/pod-watch.ts';
import type { NodeBench } from './bench.ts';
import type { Values } from './namespace-child.ts';
import { nodeProcesses, ownProcessorMs, processorMs, type RunningProcess } from './processes.ts';

/** What every pod runs. Not `infinity`, as that is what holds the namespaces of pods. */
export const COMMAND = ['sleep', '86400'];

export interface BenchNodeOptions extends Pick<PrivateNodeOptions, 'addImages' | 'form' | 'runtime'> {
  /** Directories of the runtime that are empty when nothing is left of pods. */
  readonly traces: readonly string[];
  /** Processes whose part of the processor time is shown apart, by the name of the value. @default none */
  readonly parts?: Readonly<Record<string, (process: RunningProcess) => boolean>>;
}

/** A cluster in this process whose only node is an agent in a network of its own. */
export class BenchNode {
  readonly #node: PrivateNode;
  readonly #watch: ReadyPods;
  readonly #traces: readonly string[];
  readonly #parts: NonNullable<BenchNodeOptions['parts']>;
  #pods = 0;

  private constructor(
    node: PrivateNode,
    watch: ReadyPods,
    { traces, parts = {} }: Pick<BenchNodeOptions, 'traces' | 'parts'>,
  ) {
    this.#node = node;
    this.#watch = watch;
    this.#parts = parts;
    this.#traces = [
      ...['logs', 'pods'].map((name) => join(node.directory, name)),
      ...traces.map((name) => join(node.runtimeDirectory, name)),
    ];
  }

  static async start(options: BenchNodeOptions, { open }: NodeBench): Promise<BenchNode> {
    const node = await startPrivateNode(options);
    open.add(() => node.close());
    const watch = new ReadyPods(node.client);
    await watch.start();
    open.add(() => watch[Symbol.dispose]());
    return new BenchNode(node, watch, options);
  }

  /** Where its runtime keeps its files. */
  get runtimeDirectory(): string {
    return this.#node.runtimeDirectory;
  }

  /** One pod, removed afterwards. */
  async runOne(): Promise<Values> {
    const before = this.#usage();
    const began = performance.now();
    const { names, readyAt } = await this.startPods(1);
    const after = this.#usage();
    await this.removePods(names);
    const parts = Object.keys(this.#parts).map((name) => [name, (after.parts[name] ?? 0) - (before.parts[name] ?? 0)]);
    return {
      ...Object.fromEntries(parts),
      wall: readyAt - began,
      cpu: after.all - before.all,
      agent: after.agent - before.agent,
      removal: this.#usage().all - after.all,
      server: after.server.before - before.server.after,
    };
  }

  /** Creates pods at once; resolves when all of them are Ready, with the time at which the last one became so. */
  async startPods(count: number): Promise<{ readonly names: readonly string[]; readonly readyAt: number }> {
    const names = await Promise.all(Array.from({ length: count }, () => this.#create()));
    return { names, readyAt: await this.#watch.ready(names) };
  }

  /** Deletes pods; resolves when nothing is left of them. */
  async removePods(names: readonly string[]): Promise<void> {
    const client = this.#node.client.resource(core.v1.pods, 'default');
    await Promise.all(names.map((name) => client.delete(name)));
    await this.#watch.gone(names);
    // The API server lets go of pods without a grace period at once; what the node does then must not disturb the next one.
    while ((await Promise.all(this.#traces.map((place) => readdir(place)))).flat().length > 0) {
      await systemClock.sleep(5);
    }
  }

  /** All processes of the node: the agent, and the others. */
  processes(): { readonly agent: readonly RunningProcess[]; readonly others: readonly RunningProcess[] } {
    const pid = this.#node.agentPid();
    const { true: agent = [], false: others = [] } = Object.groupBy(
      nodeProcesses(this.runtimeDirectory, [pid]),
      (process) => (process.pid === pid ? 'true' : 'false'),
    );
    return { agent, others };
  }

  #create(): Promise<string> {
    this.#pods += 1;
    const name = `pod-${this.#pods}`;
    const pod: Pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default' },
      spec: {
        terminationGracePeriodSeconds: 0,
        containers: [{ name: 'main', image: HOST_IMAGE, imagePullPolicy: 'Never', command: COMMAND }],
      },
    };
    return this.#node.client
      .resource(core.v1.pods, 'default')
      .create(pod)
      .then(() => name);
  }

  #usage() {
    // Looking costs processor time of this process, and the API server is in it.
    const server = (): number => ownProcessorMs('self');
    const before = server();
    const { agent, others } = this.processes();
    const own = agent.reduce((sum, { pid }) => sum + ownProcessorMs(pid), 0);
    const parts: Values = Object.fromEntries(
      Object.entries(this.#parts).map(([name, isPart]) => [name, processorMs(others.filter(isPart))]),
    );
    const all = processorMs(agent) + processorMs(others);
    return { all, parts, agent: own, server: { before, after: server() } };
  }
}

/** The program of a pod itself, whatever the path that it was found at. */
export function isPodProgram({ command: [program = '', ...words] }: RunningProcess): boolean {
  return program.endsWith('sleep') && words[0] === COMMAND[1];
}

/** Notes when each pod became Ready. */
class ReadyPods extends PodWatch {
  readonly #readyAt = new Map<string, number>();

  /** Resolves with the time at which the last of the pods became Ready. */
  async ready(names: readonly string[]): Promise<number> {
    await this.waitFor(() => names.every((name) => this.#readyAt.has(name)));
    return Math.max(...names.map((name) => this.#readyAt.get(name) ?? Number.NaN));
  }

  /** Resolves when there is none of the pods. */
  gone(names: readonly string[]): Promise<void> {
    return this.waitFor(() => !names.some((name) => this.#readyAt.has(name)));
  }

  protected apply(type: string, { metadata, status }: Pod): void {
    const name = metadata.name ?? '';
    const isReady = status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True');
    if (type === 'DELETED') this.#readyAt.delete(name);
    else if (isReady === true && !this.#readyAt.has(name)) this.#readyAt.set(name, performance.now());
  }
}
