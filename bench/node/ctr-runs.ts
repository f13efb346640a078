import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '@kubemin/base';
import { openControlGroups } from '../../cluster/node/src/sandbox/index.ts';
import { type BenchNode, COMMAND } from './bench-node.ts';
import type { Values } from './namespace-child.ts';
import { endedProcessorMs, processorMs } from './processes.ts';

export interface CtrRunsOptions {
  /** Whose containerd runs the containers. */
  readonly node: BenchNode;
  /** The path of the client of containerd. */
  readonly ctr: string;
  /** The name of the image in containerd. */
  readonly image: string;
}

/** Containers that the client of containerd starts, without network, log and API. */
export class CtrRuns {
  readonly #node: BenchNode;
  readonly #image: string;
  /** The words that run the client in the mount namespace of containerd. */
  readonly #client: readonly string[];
  readonly #group: string;
  #containers = 0;

  private constructor({ node, image }: CtrRunsOptions, client: readonly string[], group: string) {
    this.#node = node;
    this.#image = image;
    this.#client = client;
    this.#group = group;
  }

  static async open(options: CtrRunsOptions): Promise<CtrRuns> {
    const { runtimeDirectory: directory } = options.node;
    const [pid = ''] = (await readFile(join(directory, 'containerd.stat'), 'utf8')).split(' ');
    const address = ['--address', join(directory, 'containerd.sock'), '--namespace', 'k8s.io'];
    // Removed with the node, whatever happens.
    const groups = await openControlGroups({ directory, clock: systemClock, sh: 'sh' });
    if (groups === undefined) throw new Error('the node has no control groups');
    return new CtrRuns(options, ['nsenter', '-t', pid, '-m', options.ctr, ...address], groups.path);
  }

  /** One container, removed afterwards. */
  async runOne(): Promise<Values> {
    this.#containers += 1;
    const id = `bench-${this.#containers}`;
    const before = this.#processorMs();
    const began = performance.now();
    const group = ['--cgroup', `${this.#group}/${id}`];
    await this.#run('run', '--detach', '--null-io', ...group, this.#image, id, ...COMMAND);
    const wall = performance.now() - began;
    const after = this.#processorMs();
    await this.#run('task', 'delete', '--force', id);
    await this.#run('container', 'delete', id);
    return { wall, cpu: after - before, removal: this.#processorMs() - after };
  }

  /** Of the client, which is a child of this process, and of all that containerd has started. */
  #processorMs(): number {
    return endedProcessorMs('self') + processorMs(this.#node.processes().others);
  }

  async #run(...words: readonly string[]): Promise<void> {
    const [program = '', ...client] = this.#client;
    await promisify(execFile)(program, [...client, ...words]);
  }
}
