import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@kubemin/base';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { makeHostImage } from '../../cluster/node/src/test-support/host-image.ts';
import {
  addHostImage,
  HOST_IMAGE,
  type PrivateNode,
  startPrivateNode,
} from '../../cluster/node/src/test-support/private-node.ts';
import type { Finding } from '../support/finding.ts';
import { interleave } from '../support/interleave.ts';
import { PodWatch } from '../support/pod-watch.ts';
import { percentile } from '../support/statistics.ts';
import { findProgram, type NodeBench, type Part } from './bench.ts';
import { NamespaceChild, type Values } from './namespace-child.ts';
import { nodeProcesses, ownProcessorMs, processMemory, processorMs } from './processes.ts';

/** Not `infinity`, as that is what holds the namespaces of pods. */
const COMMAND = ['sleep', '86400'];
const MIB = 1_048_576;

type Form = 'shell' | 'crun';

/** How long pods take from their creation to Ready, one at a time and many at once, beside a container of crun alone. */
export const pods: Part = async (bench) => {
  const { quick, open } = bench;
  const crun = await findProgram('crun');
  const nodes = [await BenchNode.start('shell', bench)];
  if (crun !== undefined) nodes.push(await BenchNode.start('crun', bench));
  const sides: { readonly name: string; measure(): Promise<Values> }[] = nodes.map((node) => ({
    name: node.form,
    measure: () => node.runOne(),
  }));
  if (crun !== undefined) {
    const directory = await mkdtemp(join(tmpdir(), 'kubemin-bench-'));
    open.add(() => rm(directory, { recursive: true, force: true }));
    const root = join(directory, 'root');
    for (const name of ['proc', 'dev']) await mkdir(join(root, name), { recursive: true });
    await makeHostImage(root);
    const child = new NamespaceChild('crun-child.ts', { directory, root, crun, command: COMMAND });
    open.add(() => child.stop());
    sides.push({ name: 'crun run', measure: () => child.ask('run') });
  }
  for (const side of sides) for (let count = 0; count < 3; count += 1) await side.measure();
  const results = await interleave(sides, quick ? 15 : 60, (side) => side.measure());
  const series = (name: string, key: string): readonly number[] => {
    const index = sides.findIndex((side) => side.name === name);
    return (results[index] ?? []).map((values) => values[key] ?? Number.NaN);
  };
  const findings: Finding[] = [];
  for (const { form } of nodes) {
    const against = (value: number, base: number) =>
      form === 'crun' ? { value, base, ratio: value / base, than: 'crun run' } : { value };
    const wall = (share: number) =>
      against(percentile(series(form, 'wall'), share), percentile(series('crun run', 'wall'), share));
    const cpu = against(mean(series(form, 'cpu')), mean(series('crun run', 'cpu')));
    findings.push(
      { name: `pod start, ${form}, p50`, unit: 'ms', ...wall(0.5), aim: '≤ 80 ms' },
      { name: `pod start, ${form}, p99`, unit: 'ms', ...wall(0.99) },
      { name: `CPU per pod, ${form}`, unit: 'ms', ...cpu, ...(form === 'crun' && { aim: '≤ 60 ms' }) },
      { name: `  of that the agent, ${form}`, unit: 'ms', value: mean(series(form, 'agent')) },
      { name: `  and the API server, ${form}`, unit: 'ms', value: mean(series(form, 'server')) },
      { name: `CPU of its removal, ${form}`, unit: 'ms', value: mean(series(form, 'removal')) },
    );
  }
  for (const node of nodes) findings.push(...(await node.runMany(quick ? 20 : 50)));
  return { findings, skipped: crun === undefined ? ['pods with crun, and crun run: crun is not installed'] : [] };
};

/** A cluster in this process whose only node is an agent in a network of its own. */
class BenchNode {
  readonly form: Form;
  readonly #node: PrivateNode;
  readonly #watch: ReadyPods;
  #pods = 0;

  private constructor(form: Form, node: PrivateNode, watch: ReadyPods) {
    this.form = form;
    this.#node = node;
    this.#watch = watch;
  }

  static async start(form: Form, { open }: NodeBench): Promise<BenchNode> {
    const node = await startPrivateNode({ form, addImages: addHostImage });
    open.add(() => node.close());
    const watch = new ReadyPods(node.client);
    await watch.start();
    open.add(() => watch[Symbol.dispose]());
    return new BenchNode(form, node, watch);
  }

  /** One pod, removed afterwards. */
  async runOne(): Promise<Values> {
    const before = this.#usage();
    const began = performance.now();
    const name = await this.#create();
    const wall = (await this.#watch.ready([name])) - began;
    const after = this.#usage();
    await this.#remove([name]);
    return {
      wall,
      cpu: after.all - before.all,
      agent: after.agent - before.agent,
      removal: this.#usage().all - after.all,
      server: after.server.before - before.server.after,
    };
  }

  /** Many pods at once: how fast they become Ready, and what stays in memory for each. */
  async runMany(count: number): Promise<readonly Finding[]> {
    const before = this.#memory();
    const began = performance.now();
    const names = await Promise.all(Array.from({ length: count }, () => this.#create()));
    const seconds = ((await this.#watch.ready(names)) - began) / 1000;
    const after = this.#memory();
    await this.#remove(names);
    const kib = (key: 'beside' | 'agent') => (after[key] - before[key]) / count / 1024;
    const { form } = this;
    return [
      { name: `pods per second, ${count} at once, ${form}`, unit: '/s', value: count / seconds },
      { name: `memory per pod beside its program, ${form}`, unit: 'KiB', value: kib('beside') },
      { name: `  of the agent, ${form}`, unit: 'KiB', value: kib('agent') },
      { name: `  agent with ${count} pods, ${form}`, unit: 'MiB', value: after.agent / MIB },
    ];
  }

  async #create(): Promise<string> {
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
    await this.#node.client.resource(core.v1.pods, 'default').create(pod);
    return name;
  }

  async #remove(names: readonly string[]): Promise<void> {
    const client = this.#node.client.resource(core.v1.pods, 'default');
    await Promise.all(names.map((name) => client.delete(name)));
    await this.#watch.gone(names);
    // The API server lets go of pods without a grace period at once; what the node does then must not disturb the next one.
    const { directory, runtimeDirectory } = this.#node;
    const places = [join(directory, 'logs'), join(directory, 'pods'), join(runtimeDirectory, 'sandboxes')];
    while ((await Promise.all(places.map((place) => readdir(place)))).flat().length > 0) await systemClock.sleep(5);
  }

  #usage() {
    // Looking costs processor time of this process, and the API server is in it.
    const server = (): number => ownProcessorMs('self');
    const before = server();
    const processes = nodeProcesses(this.#node.runtimeDirectory);
    const agent = processes.filter(({ command }) => isAgent(command));
    const own = agent.reduce((sum, { pid }) => sum + ownProcessorMs(pid), 0);
    const all = processorMs(processes);
    return { all, agent: own, server: { before, after: server() } };
  }

  #memory() {
    const processes = nodeProcesses(this.#node.runtimeDirectory);
    const agent = processMemory(processes.filter(({ command }) => isAgent(command)));
    const beside = processMemory(processes.filter(({ command }) => !isAgent(command) && !isProgram(command)));
    return { agent: agent.shareBytes, beside: beside.shareBytes };
  }
}

function isAgent(command: readonly string[]): boolean {
  return command.some((word) => word.endsWith('agent-program.ts'));
}

/** The program of a pod itself, whatever the path that it was found at. */
function isProgram([program = '', ...words]: readonly string[]): boolean {
  return program.endsWith('sleep') && words[0] === COMMAND[1];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
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
