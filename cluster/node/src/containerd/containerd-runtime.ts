import type { Duplex } from 'node:stream';
import { type Clock, type Random, randomId } from '@kubemin/base';
import { errorMessage, verbatim } from '@kubemin/base/message';
import type { CommandOutcome, ContainerStreams } from '@kubemin/kubeapi/stream';
import { containerdMessages, runtimeMessages } from '../messages/index.ts';
import {
  type ContainerConfig,
  type ContainerEvent,
  type ContainerResources,
  type ContainerRuntime,
  type ContainerStats,
  type ContainerStatus,
  type ExecRequest,
  type LogReadOptions,
  RuntimeError,
  type RuntimeErrorCode,
  type RuntimeFeature,
  type RuntimeLimitation,
  readLogFiles,
  type SandboxConfig,
  type SandboxStatus,
  type StopOptions,
} from '../runtime/index.ts';
import { type ControlGroups, findCapabilities, machineFeatures, signalNumber } from '../sandbox/index.ts';
import { containerd, cri } from './api/index.ts';
import { attachToTask } from './attach.ts';
import { ContainerMirror, ifPresent } from './container-mirror.ts';
import { completeContainerSpec } from './container-spec.ts';
import { knownContainer, toSandboxStatus } from './container-states.ts';
import {
  containerRequest,
  criResources,
  readContainerRecord,
  type SandboxRecord,
  sandboxRequest,
} from './cri-config.ts';
import { criLog } from './cri-log.ts';
import { GRPC, type GrpcClient, GrpcError } from './grpc/index.ts';
import type { ImageImporter } from './image-importer.ts';
import { LogRotation } from './log-rotation.ts';
import type { PinnedMounts } from './pinned-mounts.ts';
import { execInTask, startProblem } from './task-exec.ts';

const SIGKILL = 9;
const KILL_WAIT_MS = 10_000;

const FEATURES: readonly RuntimeFeature[] = [
  ...(['privileged', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'capabilities', 'seccomp'] as const),
  ...(['procMount', 'sysctls', 'mountPropagation', 'devices', 'resources'] as const),
];

/** What a runtime is made of. */
export interface ContainerdParts {
  readonly version: string;
  readonly client: GrpcClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly groups: ControlGroups;
  readonly images: ImageImporter;
  readonly mounts: PinnedMounts;
  readonly logLimit: number;
  /** Where the pipes of commands are made. */
  readonly pipes: string;
  readonly mkfifo: string;
  /** Connects to a port on the loopback address of the node. */
  dial(port: number): Promise<Duplex>;
  /** The same of a pod whose process, as the node numbers it, this is. */
  dialPod(pid: number, port: number): Promise<Duplex>;
  /** Ends what keeps containerd running; it goes on itself. */
  close(): void;
}

/**
 * Containers of a containerd that belongs to this node alone, over its Container Runtime Interface. What is asked for is kept in annotations
 * there; here is only what was last seen, which events of containerd keep up to date.
 */
export class ContainerdRuntime implements ContainerRuntime {
  readonly version: string;
  readonly limitations: readonly RuntimeLimitation[] = [];
  readonly features: ReadonlySet<RuntimeFeature> = new Set([...FEATURES, ...machineFeatures()]);
  readonly #parts: ContainerdParts;
  readonly #mirror: ContainerMirror;
  readonly #rotation: LogRotation;

  constructor(parts: ContainerdParts) {
    this.#parts = parts;
    this.version = parts.version;
    const { client, clock, logLimit: limit } = parts;
    this.#mirror = new ContainerMirror(client, clock);
    this.#rotation = new LogRotation({
      ...{ clock, limit },
      list: async () => this.#mirror.running().map(({ id, record }) => ({ id, file: record.logFile })),
      reopen: async (containerId) => {
        await client.call(cri.reopenContainerLog, { containerId });
      },
    });
  }

  /** Reads what containerd has, and begins to follow its events. */
  async recover(): Promise<void> {
    const { groups, mounts } = this.#parts;
    await this.#mirror.relist();
    await groups.removeOrphans(new Set([...this.#mirror.sandboxes.values()].map(({ record }) => record.group)));
    await mounts.releaseOthers(
      new Set([...this.#mirror.containers.values()].flatMap(({ record }) => record.pins ?? [])),
    );
    this.#mirror.follow();
  }

  async runSandbox(config: SandboxConfig): Promise<SandboxStatus> {
    const { client, groups, random, images } = this.#parts;
    if (config.ownUsers === true) {
      throw new RuntimeError('CREATE_SANDBOX', containerdMessages.noUserNamespaces({ version: this.version }));
    }
    const record: SandboxRecord = { config, group: randomId(random) };
    await groups.createPod(record.group);
    try {
      await images.ensurePause();
      const { podSandboxId: id = '' } = await client.call(cri.runPodSandbox, {
        config: this.#sandboxRequest(record),
        runtimeHandler: config.handler ?? '',
      });
      const known = await this.#mirror.readSandbox(id, record);
      this.#mirror.sandboxes.set(id, known);
      return toSandboxStatus(known);
    } catch (error) {
      await groups.removePod(record.group);
      throw explainSysctl(config, toRuntimeError('CREATE_SANDBOX', error));
    }
  }

  async stopSandbox(id: string): Promise<void> {
    const known = this.#mirror.sandboxes.get(id);
    if (known === undefined) return;
    // Its end is no loss.
    this.#mirror.sandboxes.set(id, { ...known, isReady: false });
    await ifPresent(() => this.#parts.client.call(cri.stopPodSandbox, { podSandboxId: id }));
    await Promise.all(this.#mirror.containersIn(id).map((container) => this.#mirror.settle(container.id)));
  }

  async removeSandbox(id: string): Promise<void> {
    const { client, groups } = this.#parts;
    await this.stopSandbox(id);
    await Promise.all(this.#mirror.containersIn(id).map((container) => this.removeContainer(container.id)));
    await ifPresent(() => client.call(cri.removePodSandbox, { podSandboxId: id }));
    const known = this.#mirror.sandboxes.get(id);
    if (known !== undefined) await groups.removePod(known.record.group);
    this.#mirror.sandboxes.delete(id);
  }

  async listSandboxes(podUid?: string): Promise<readonly SandboxStatus[]> {
    const all = [...this.#mirror.sandboxes.values()].map(toSandboxStatus);
    return podUid === undefined ? all : all.filter(({ pod }) => pod.uid === podUid);
  }

  async createContainer(sandboxId: string, config: ContainerConfig): Promise<ContainerStatus> {
    const { client, images, mounts, random, groups } = this.#parts;
    const { record: sandbox } = this.#mirror.readySandbox(sandboxId);
    // Names that are unknown would be left out without a message.
    findCapabilities(config.rights);
    const mounted = new Set([...this.#mirror.containers.values()].flatMap(({ record }) => record.sources));
    const pins = randomId(random);
    try {
      await images.ensure(config.image);
      const pinned = await mounts.pin(pins, config.mounts, mounted);
      const request = containerRequest(config, sandbox.config, { mounts: pinned, pins, groupVersion: groups.version });
      await this.#limitPod(sandboxId, config.resources);
      const { containerId = '' } = await client.call(cri.createContainer, {
        podSandboxId: sandboxId,
        config: request,
        sandboxConfig: this.#sandboxRequest(sandbox),
      });
      await completeContainerSpec(client, containerId, config);
      const record = readContainerRecord(request.annotations);
      if (record === undefined) throw new TypeError('a container has no record');
      const listed = { id: containerId, podSandboxId: sandboxId, metadata: request.metadata };
      const { status = {} } = await client.call(cri.containerStatus, { containerId });
      const known = knownContainer(listed, record, status);
      this.#mirror.containers.set(containerId, known);
      return known.status;
    } catch (error) {
      await mounts.release(pins);
      throw toRuntimeError('CREATE_CONTAINER', error);
    }
  }

  async startContainer(id: string): Promise<void> {
    const { sandboxId } = this.#mirror.container(id);
    this.#mirror.readySandbox(sandboxId);
    try {
      await this.#parts.client.call(cri.startContainer, { containerId: id });
    } catch (error) {
      await this.#mirror.refresh(id).catch(() => undefined);
      throw toRuntimeError('RUN_CONTAINER', error);
    }
    await this.#mirror.refresh(id);
    this.#mirror.emit({ kind: 'started', sandboxId, containerId: id });
  }

  async updateContainer(id: string, resources: ContainerResources): Promise<void> {
    const { sandboxId, record } = this.#mirror.container(id);
    try {
      const linux = criResources(resources, { isUpdate: true });
      const group = this.#mirror.sandboxes.get(sandboxId)?.record.group ?? '';
      this.#parts.groups.assertMemory(group, id, resources.memoryLimit);
      await this.#parts.client.call(cri.updateContainerResources, { containerId: id, linux });
      const known = this.#mirror.container(id);
      this.#mirror.containers.set(id, { ...known, record: { ...record, resources } });
      await this.#limitPod(sandboxId);
    } catch (error) {
      const reason = errorMessage(error);
      const message = runtimeMessages.cannotLimit({ container: this.#mirror.container(id).name, reason });
      throw new RuntimeError('UPDATE_CONTAINER', message, error);
    }
  }

  async stopContainer(id: string, { graceMs, signal }: StopOptions): Promise<void> {
    const known = this.#mirror.containers.get(id);
    if (known === undefined || known.status.state !== 'running') return;
    if (graceMs > 0) {
      await this.#kill(id, signalNumber(signal || known.record.stopSignal));
      if ((await this.#mirror.waitForExit(id, graceMs)).state === 'exited') return;
    }
    await this.#kill(id, SIGKILL);
    const { state } = await this.#mirror.waitForExit(id, KILL_WAIT_MS);
    if (state !== 'exited')
      throw new RuntimeError('RUNTIME_BROKEN', runtimeMessages.cannotKill({ container: known.name }));
  }

  async removeContainer(id: string): Promise<void> {
    const { client, mounts } = this.#parts;
    const known = this.#mirror.containers.get(id);
    if (known === undefined) return;
    await this.stopContainer(id, { graceMs: 0 });
    await ifPresent(() => client.call(cri.removeContainer, { containerId: id }));
    if (known.record.pins !== undefined) await mounts.release(known.record.pins);
    this.#mirror.containers.delete(id);
  }

  async listContainers(sandboxIds?: ReadonlySet<string>): Promise<readonly ContainerStatus[]> {
    const all = [...this.#mirror.containers.values()].map(({ status }) => status);
    return sandboxIds === undefined ? all : all.filter(({ sandboxId }) => sandboxIds.has(sandboxId));
  }

  async exec(id: string, request: ExecRequest, signal: AbortSignal): Promise<CommandOutcome> {
    this.#mirror.requireRunning(id);
    const { client, random, pipes: directory, mkfifo } = this.#parts;
    const execId = randomId(random);
    return execInTask({ ...request, client, containerId: id, execId, directory, mkfifo }, signal);
  }

  async attach(id: string, streams: ContainerStreams, signal: AbortSignal): Promise<CommandOutcome> {
    const { record } = this.#mirror.requireRunning(id);
    const { tty, stdin: hasInput } = record;
    const { client, dial } = this.#parts;
    const wanted = { stdin: hasInput && streams.stdin !== undefined, stdout: true, stderr: !tty, tty };
    const { url = '' } = await client.call(cri.attach, { containerId: id, ...wanted });
    return attachToTask({ url, dial, streams, tty, hasInput }, signal);
  }

  async connect(sandboxId: string, port: number): Promise<Duplex> {
    this.#mirror.readySandbox(sandboxId);
    const { client, dialPod } = this.#parts;
    const { process } = await client.call(containerd.getTask, { containerId: sandboxId });
    return dialPod(process?.pid ?? 0, port);
  }

  readLog(file: string, options: LogReadOptions, signal: AbortSignal): AsyncIterable<Uint8Array> {
    return readLogFiles({ file, format: criLog }, options, signal);
  }

  async listStats(): Promise<readonly ContainerStats[]> {
    const { groups, clock } = this.#parts;
    return this.#mirror.running().flatMap(({ id, sandboxId, name }) => {
      const group = this.#mirror.sandboxes.get(sandboxId)?.record.group ?? '';
      const used = groups.stats(group, id);
      return used === undefined ? [] : [{ id, sandboxId, name, ...used, at: clock.now() }];
    });
  }

  async removeUnusedImages(): Promise<void> {
    const used = [...this.#mirror.containers.values()].map(({ record }) => record.image.id);
    await this.#parts.images.removeUnused(new Set(used));
  }

  onEvent(listener: (event: ContainerEvent) => void): () => void {
    return this.#mirror.onEvent(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#mirror[Symbol.dispose]();
    this.#rotation[Symbol.dispose]();
    this.#parts.close();
    this.#parts.client[Symbol.dispose]();
  }

  /** Looks at all logs at once, which else happens every few seconds. */
  rotateLogs(): Promise<void> {
    return this.#rotation.check();
  }

  async #kill(id: string, signal: number): Promise<void> {
    await ifPresent(() => this.#parts.client.call(containerd.kill, { containerId: id, signal }));
    // Without the event: it may have ended before.
    if (signal === SIGKILL) void this.#mirror.settle(id).catch(() => undefined);
  }

  /** Gives a pod what its containers have together, with one that is not known yet. */
  async #limitPod(sandboxId: string, more?: ContainerResources): Promise<void> {
    const known = this.#mirror.sandboxes.get(sandboxId);
    if (known === undefined) return;
    const containers = this.#mirror
      .containersIn(sandboxId)
      .filter(({ status }) => status.state !== 'exited')
      .map(({ record }) => record.resources);
    const { group, config } = known.record;
    await this.#parts.groups.limitPod(group, {
      own: config.resources,
      containers: more === undefined ? containers : [...containers, more],
    });
  }

  #sandboxRequest(record: SandboxRecord) {
    return sandboxRequest(record, `${this.#parts.groups.path}/${record.group}`);
  }
}

/** A failure of containerd as one of a runtime. */
function toRuntimeError(code: RuntimeErrorCode, error: unknown): unknown {
  if (!(error instanceof GrpcError)) return error;
  if (error.status === GRPC.unavailable) {
    return new RuntimeError('RUNTIME_BROKEN', containerdMessages.unavailable({ reason: errorMessage(error) }), error);
  }
  return new RuntimeError(code, verbatim(startProblem(error.message)), error);
}

/** The kernel refuses settings by their files alone. */
function explainSysctl({ sysctls = {} }: SandboxConfig, error: unknown): unknown {
  const isAsked = error instanceof RuntimeError && Object.keys(sysctls).length > 0;
  if (!isAsked || !error.message.includes('/proc/sys/')) return error;
  const names = Object.keys(sysctls).join(', ');
  return new RuntimeError(error.code, containerdMessages.sysctlRefused({ names, reason: error.text }), error);
}
