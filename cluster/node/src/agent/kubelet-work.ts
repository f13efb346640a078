import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '@kubemin/base';
import type { Informer } from '@kubemin/kube';
import type { CommandOutcome, ContainerStreams } from '@kubemin/kubeapi/stream';
import type { Node, Pod } from '@kubemin/kubeapi/types/core.v1';
import {
  type ContainerPlace,
  KubeletError,
  type LogOptions,
  type NodeWork,
  type PodPlace,
  type ReportedConfiguration,
  reportedConfiguration,
  type StatsSummary,
} from '../config/index.ts';
import type { PodSource } from '../pods/index.ts';
import type { ContainerRuntime, ContainerStatus, SandboxStatus } from '../runtime/index.ts';
import { nodeLogDirectory } from './node-log.ts';
import { containerLogFile, podLogDirectory } from './pod-preparation.ts';
import { UsageSummary } from './usage-summary.ts';

export interface KubeletWorkOptions {
  readonly node: string;
  /** Has the logs of pods; see podLogDirectory. */
  readonly directory: string;
  readonly pods: PodSource;
  readonly nodes: Pick<Informer<Node>, 'get'>;
  /** What `/configz` reports beside what all nodes have. */
  readonly configuration?: ReportedConfiguration;
  readonly runtime: ContainerRuntime;
  readonly clock: Clock;
}

/** Serves logs, commands, port-forwarding and statistics from containers that really run. */
export class KubeletWork implements NodeWork {
  readonly #options: KubeletWorkOptions;
  readonly #usage: UsageSummary;

  constructor(options: KubeletWorkOptions) {
    this.#options = options;
    this.#usage = new UsageSummary(options);
  }

  async logs(at: ContainerPlace, options: LogOptions, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const { runtime, directory } = this.#options;
    const pod = this.#pod(at);
    const attempts = (await this.#containers(pod)).filter(({ name }) => name === at.container);
    const wanted = attempts.toSorted((one, other) => one.attempt - other.attempt).at(options.previous ? -2 : -1);
    if (wanted === undefined || wanted.state === 'created') throw this.#noLog(pod, at.container, options.previous);
    const ended = new AbortController();
    if (wanted.state === 'exited') ended.abort();
    const stop = runtime.onEvent(({ kind, containerId }) => {
      if (kind === 'exited' && containerId === wanted.id) ended.abort();
    });
    signal.addEventListener('abort', stop);
    const file = join(podLogDirectory(directory, pod), containerLogFile(wanted.name, wanted.attempt));
    return runtime.readLog(file, { ...options, ended: ended.signal }, signal);
  }

  async requireRunning(at: PodPlace & Partial<ContainerPlace>): Promise<void> {
    const pod = this.#pod(at);
    if (at.container === undefined || at.container === '') await this.#sandbox(pod);
    else await this.#running(at.container, pod);
  }

  async exec(
    at: ContainerPlace,
    command: readonly string[],
    streams: ContainerStreams,
    signal: AbortSignal,
  ): Promise<CommandOutcome> {
    const { id } = await this.#running(at.container, this.#pod(at));
    // Clients send sizes only with a terminal, and then have no stream of their own for errors.
    const tty = streams.resize !== undefined && streams.stderr === undefined;
    return this.#options.runtime.exec(id, { command, streams, tty }, signal);
  }

  async attach(at: ContainerPlace, streams: ContainerStreams, signal: AbortSignal): Promise<CommandOutcome> {
    const { id } = await this.#running(at.container, this.#pod(at));
    return this.#options.runtime.attach(id, streams, signal);
  }

  async portForward(at: PodPlace, port: number, connection: Duplex): Promise<void> {
    const { id } = await this.#sandbox(this.#pod(at));
    const inside = await this.#options.runtime.connect(id, port);
    await Promise.allSettled([pipeline(connection, inside), pipeline(inside, connection)]);
  }

  async pods(): Promise<readonly Pod[]> {
    return [...this.#options.pods.list()];
  }

  node(name: string): Node | undefined {
    return this.#options.nodes.get(name);
  }

  configuration(): ReportedConfiguration {
    return reportedConfiguration(this.#options.configuration ?? {});
  }

  logDirectory(): string {
    return nodeLogDirectory(this.#options.directory);
  }

  async summary(): Promise<StatsSummary> {
    return this.#usage.read();
  }

  #pod({ namespace, pod }: PodPlace): Pod {
    const found = this.#options.pods.get(`${namespace}/${pod}`);
    if (found !== undefined) return found;
    throw new KubeletError(404, `pod "${pod}" not found in namespace "${namespace}"`);
  }

  async #sandbox(pod: Pod): Promise<SandboxStatus> {
    const own = await this.#options.runtime.listSandboxes(pod.metadata.uid ?? '');
    const found = own.find(({ state }) => state === 'ready');
    if (found !== undefined) return found;
    throw new KubeletError(404, `pod "${pod.metadata.name}" is not running`);
  }

  async #containers(pod: Pod): Promise<readonly ContainerStatus[]> {
    const { runtime } = this.#options;
    const own = await runtime.listSandboxes(pod.metadata.uid ?? '');
    const ids = new Set(own.map(({ id }) => id));
    return runtime.listContainers(ids);
  }

  async #running(container: string, pod: Pod): Promise<ContainerStatus> {
    const found = (await this.#containers(pod)).find(({ name, state }) => name === container && state === 'running');
    if (found !== undefined) return found;
    throw new KubeletError(404, `container not found ("${container}")`);
  }

  #noLog(pod: Pod, container: string, previous: boolean): KubeletError {
    const { containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {};
    const status = [...containerStatuses, ...initContainerStatuses].find(({ name }) => name === container);
    const where = `container "${container}" in pod "${pod.metadata.name}"`;
    if (previous) return new KubeletError(400, `previous terminated ${where} not found`);
    const reason = status?.state?.waiting?.reason ?? 'ContainerCreating';
    return new KubeletError(400, `${where} is waiting to start: ${reason}`);
  }
}
