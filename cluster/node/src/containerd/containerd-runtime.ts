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
import { type ControlGroups, findCapabilities, signalNumber } from '../sandbox/index.ts';
import { CONTAINER_STATE, containerd, cri, SANDBOX_READY } from './api/index.ts';
import { attachToTask } from './attach.ts';
import {
  type KnownContainer,
  type KnownSandbox,
  knownContainer,
  knownSandbox,
  toContainerStatus,
  toSandboxStatus,
} from './container-mirror.ts';
import { completeContainerSpec } from './container-spec.ts';
import {
  containerRequest,
  criResources,
  readContainerRecord,
  readSandboxRecord,
  type SandboxRecord,
  sandboxRequest,
} from './cri-config.ts';
import { criLog } from './cri-log.ts';
import { GRPC, type GrpcClient, GrpcError } from './grpc/index.ts';
import type { ImageImporter } from './image-importer.ts';
import { LogRotation } from './log-rotation.ts';
import type { PinnedMounts } from './pinned-mounts.ts';
import { TaskEvents } from './task-events.ts';
import { execInTask, startProblem } from './task-exec.ts';

const SIGKILL = 9;
const KILL_WAIT_MS = 10_000;
/** How long containerd may take to know of an end that its events have reported. */
const SETTLE_MS = 10_000;
const SETTLE_PAUSE_MS = 5;

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
  readonly features: ReadonlySet<RuntimeFeature> = new Set(FEATURES);
  readonly #parts: ContainerdParts;
  readonly #sandboxes = new Map<string, KnownSandbox>();
  readonly #containers = new Map<string, KnownContainer>();
  readonly #listeners = new Set<(event: ContainerEvent) => void>();
  readonly #rotation: LogRotation;
  #events: TaskEvents | undefined;

  constructor(parts: ContainerdParts) {
    this.#parts = parts;
    this.version = parts.version;
    const { client, clock, logLimit: limit } = parts;
    this.#rotation = new LogRotation({
      ...{ clock, limit },
      list: async () => this.#running().map(({ id, record }) => ({ id, file: record.logFile })),
      reopen: async (containerId) => {
        await client.call(cri.reopenContainerLog, { containerId });
      },
    });
  }

  /** Reads what containerd has, and begins to follow its events. */
  async recover(): Promise<void> {
    const { clock, client, groups, mounts } = this.#parts;
    await this.#relist();
    await groups.removeOrphans(new Set([...this.#sandboxes.values()].map(({ record }) => record.group)));
    await mounts.releaseOthers(new Set([...this.#containers.values()].flatMap(({ record }) => record.pins ?? [])));
    this.#events = new TaskEvents({
      ...{ client, clock },
      onExit: (id) => void this.#ended(id),
      onUnknown: () => this.#relist(),
    });
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
      const address = await this.#readAddress(id, config);
      const { items = [] } = await client.call(cri.listPodSandbox, {});
      const listed = items.find((item) => item.id === id) ?? { id };
      const known = knownSandbox(listed, record, { address, isReady: true });
      this.#sandboxes.set(id, known);
      return toSandboxStatus(known);
    } catch (error) {
      await groups.removePod(record.group);
      throw explainSysctl(config, toRuntimeError('CREATE_SANDBOX', error));
    }
  }

  async stopSandbox(id: string): Promise<void> {
    const known = this.#sandboxes.get(id);
    if (known === undefined) return;
    // Its end is no loss.
    this.#sandboxes.set(id, { ...known, isReady: false });
    await this.#callIfPresent(() => this.#parts.client.call(cri.stopPodSandbox, { podSandboxId: id }));
    await Promise.all(this.#containersIn(id).map((container) => this.#settle(container.id)));
  }

  async removeSandbox(id: string): Promise<void> {
    const { client, groups } = this.#parts;
    await this.stopSandbox(id);
    await Promise.all(this.#containersIn(id).map((container) => this.removeContainer(container.id)));
    await this.#callIfPresent(() => client.call(cri.removePodSandbox, { podSandboxId: id }));
    const known = this.#sandboxes.get(id);
    if (known !== undefined) await groups.removePod(known.record.group);
    this.#sandboxes.delete(id);
  }

  async listSandboxes(podUid?: string): Promise<readonly SandboxStatus[]> {
    const all = [...this.#sandboxes.values()].map(toSandboxStatus);
    return podUid === undefined ? all : all.filter(({ pod }) => pod.uid === podUid);
  }

  async createContainer(sandboxId: string, config: ContainerConfig): Promise<ContainerStatus> {
    const { client, images, mounts, random } = this.#parts;
    const { record: sandbox } = this.#readySandbox(sandboxId);
    // Names that are unknown would be left out without a message.
    findCapabilities(config.rights);
    const mounted = new Set([...this.#containers.values()].flatMap(({ record }) => record.sources));
    const pins = randomId(random);
    try {
      await images.ensure(config.image);
      const pinned = await mounts.pin(pins, config.mounts, mounted);
      const request = containerRequest(config, sandbox.config, { mounts: pinned, pins });
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
      this.#containers.set(containerId, known);
      return known.status;
    } catch (error) {
      await mounts.release(pins);
      throw toRuntimeError('CREATE_CONTAINER', error);
    }
  }

  async startContainer(id: string): Promise<void> {
    const { sandboxId } = this.#container(id);
    this.#readySandbox(sandboxId);
    try {
      await this.#parts.client.call(cri.startContainer, { containerId: id });
    } catch (error) {
      await this.#refresh(id).catch(() => undefined);
      throw toRuntimeError('RUN_CONTAINER', error);
    }
    await this.#refresh(id);
    this.#emit({ kind: 'started', sandboxId, containerId: id });
  }

  async updateContainer(id: string, resources: ContainerResources): Promise<void> {
    const { sandboxId, record } = this.#container(id);
    try {
      const linux = criResources(resources, { isUpdate: true });
      await this.#parts.client.call(cri.updateContainerResources, { containerId: id, linux });
      const known = this.#container(id);
      this.#containers.set(id, { ...known, record: { ...record, resources } });
      await this.#limitPod(sandboxId);
    } catch (error) {
      const reason = errorMessage(error);
      const message = runtimeMessages.cannotLimit({ container: this.#container(id).name, reason });
      throw new RuntimeError('UPDATE_CONTAINER', message, error);
    }
  }

  async stopContainer(id: string, { graceMs, signal }: StopOptions): Promise<void> {
    const known = this.#containers.get(id);
    if (known === undefined || known.status.state !== 'running') return;
    if (graceMs > 0) {
      await this.#kill(id, signalNumber(signal || known.record.stopSignal));
      if ((await this.#waitForExit(id, graceMs)).state === 'exited') return;
    }
    await this.#kill(id, SIGKILL);
    const { state } = await this.#waitForExit(id, KILL_WAIT_MS);
    if (state !== 'exited')
      throw new RuntimeError('RUNTIME_BROKEN', runtimeMessages.cannotKill({ container: known.name }));
  }

  async removeContainer(id: string): Promise<void> {
    const { client, mounts } = this.#parts;
    const known = this.#containers.get(id);
    if (known === undefined) return;
    await this.stopContainer(id, { graceMs: 0 });
    await this.#callIfPresent(() => client.call(cri.removeContainer, { containerId: id }));
    if (known.record.pins !== undefined) await mounts.release(known.record.pins);
    this.#containers.delete(id);
  }

  async listContainers(sandboxIds?: ReadonlySet<string>): Promise<readonly ContainerStatus[]> {
    const all = [...this.#containers.values()].map(({ status }) => status);
    return sandboxIds === undefined ? all : all.filter(({ sandboxId }) => sandboxIds.has(sandboxId));
  }

  async exec(id: string, request: ExecRequest, signal: AbortSignal): Promise<CommandOutcome> {
    this.#requireRunning(id);
    const { client, random, pipes: directory, mkfifo } = this.#parts;
    const execId = randomId(random);
    return execInTask({ ...request, client, containerId: id, execId, directory, mkfifo }, signal);
  }

  async attach(id: string, streams: ContainerStreams, signal: AbortSignal): Promise<CommandOutcome> {
    const { record } = this.#requireRunning(id);
    const { tty, stdin: hasInput } = record;
    const { client, dial } = this.#parts;
    const wanted = { stdin: hasInput && streams.stdin !== undefined, stdout: true, stderr: !tty, tty };
    const { url = '' } = await client.call(cri.attach, { containerId: id, ...wanted });
    return attachToTask({ url, dial, streams, tty, hasInput }, signal);
  }

  async connect(sandboxId: string, port: number): Promise<Duplex> {
    this.#readySandbox(sandboxId);
    const { client, dialPod } = this.#parts;
    const { process } = await client.call(containerd.getTask, { containerId: sandboxId });
    return dialPod(process?.pid ?? 0, port);
  }

  readLog(file: string, options: LogReadOptions, signal: AbortSignal): AsyncIterable<Uint8Array> {
    return readLogFiles({ file, format: criLog }, options, signal);
  }

  async listStats(): Promise<readonly ContainerStats[]> {
    const { groups, clock } = this.#parts;
    return this.#running().flatMap(({ id, sandboxId, name }) => {
      const group = this.#sandboxes.get(sandboxId)?.record.group ?? '';
      const used = groups.stats(group, id);
      return used === undefined ? [] : [{ id, sandboxId, name, ...used, at: clock.now() }];
    });
  }

  onEvent(listener: (event: ContainerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#events?.[Symbol.dispose]();
    this.#rotation[Symbol.dispose]();
    this.#listeners.clear();
    this.#parts.close();
    this.#parts.client[Symbol.dispose]();
  }

  /** Looks at all logs at once, which else happens every few seconds. */
  rotateLogs(): Promise<void> {
    return this.#rotation.check();
  }

  async #relist(): Promise<void> {
    const { client } = this.#parts;
    const { items = [] } = await client.call(cri.listPodSandbox, {});
    for (const item of items) {
      const record = readSandboxRecord(item.annotations);
      if (record === undefined || item.id === undefined) continue;
      const isReady = (item.state ?? SANDBOX_READY) === SANDBOX_READY;
      const known = this.#sandboxes.get(item.id);
      if (known !== undefined) {
        if (known.isReady && !isReady) this.#lose(known);
        continue;
      }
      const address = isReady ? await this.#readAddress(item.id, record.config) : '';
      this.#sandboxes.set(item.id, knownSandbox(item, record, { address, isReady }));
    }
    const { containers = [] } = await client.call(cri.listContainers, {});
    for (const item of containers) {
      const record = readContainerRecord(item.annotations);
      const { id = '', state = CONTAINER_STATE.created } = item;
      if (record === undefined) continue;
      const known = this.#containers.get(id);
      if (known === undefined) {
        const { status = {} } = await client.call(cri.containerStatus, { containerId: id });
        this.#containers.set(id, knownContainer(item, record, status));
      } else if (known.status.state !== 'exited' && state >= CONTAINER_STATE.exited) {
        await this.#refresh(id);
      }
    }
  }

  /** Containerd has reported that a main process has ended. */
  async #ended(id: string): Promise<void> {
    const sandbox = this.#sandboxes.get(id);
    if (sandbox?.isReady === true) this.#lose(sandbox);
    if (this.#containers.has(id)) await this.#settle(id).catch(() => undefined);
  }

  #lose(sandbox: KnownSandbox): void {
    this.#sandboxes.set(sandbox.id, { ...sandbox, isReady: false });
    this.#emit({ kind: 'sandboxLost', sandboxId: sandbox.id });
  }

  /** Waits until containerd itself knows that a container has ended: its log is complete then. */
  async #settle(id: string): Promise<void> {
    const { clock } = this.#parts;
    const deadline = clock.monotonic() + SETTLE_MS;
    for (let pauseMs = SETTLE_PAUSE_MS; clock.monotonic() < deadline; pauseMs *= 2) {
      await this.#refresh(id);
      const { state } = this.#containers.get(id)?.status ?? { state: 'exited' };
      if (state !== 'running') return;
      await clock.sleep(pauseMs);
    }
  }

  /** Reads the status of a container again, and reports its end. */
  async #refresh(id: string): Promise<void> {
    const { status } = await this.#callIfPresent(
      () => this.#parts.client.call(cri.containerStatus, { containerId: id }),
      {
        status: undefined,
      },
    );
    // It may have been removed, or have ended, meanwhile.
    const known = this.#containers.get(id);
    if (known === undefined || status === undefined || known.status.state === 'exited') return;
    const next = toContainerStatus(known, status);
    this.#containers.set(id, { ...known, status: next });
    if (next.state === 'exited') this.#emit({ kind: 'exited', sandboxId: known.sandboxId, containerId: id });
  }

  async #waitForExit(id: string, timeoutMs: number): Promise<ContainerStatus> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#parts.clock.after(timeoutMs, resolve);
    const stop = this.onEvent(({ kind, containerId }) => kind === 'exited' && containerId === id && resolve());
    try {
      if (this.#container(id).status.state !== 'exited') await promise;
      return this.#container(id).status;
    } finally {
      cancel();
      stop();
    }
  }

  async #kill(id: string, signal: number): Promise<void> {
    await this.#callIfPresent(() => this.#parts.client.call(containerd.kill, { containerId: id, signal }));
    // Without the event: it may have ended before.
    if (signal === SIGKILL) void this.#settle(id).catch(() => undefined);
  }

  /** Gives a pod what its containers have together, with one that is not known yet. */
  async #limitPod(sandboxId: string, more?: ContainerResources): Promise<void> {
    const known = this.#sandboxes.get(sandboxId);
    if (known === undefined) return;
    const containers = this.#containersIn(sandboxId)
      .filter(({ status }) => status.state !== 'exited')
      .map(({ record }) => record.resources);
    const { group, config } = known.record;
    await this.#parts.groups.limitPod(group, {
      own: config.resources,
      containers: more === undefined ? containers : [...containers, more],
    });
  }

  async #readAddress(podSandboxId: string, { hostNetwork }: SandboxConfig): Promise<string> {
    if (hostNetwork === true) return '';
    const { status } = await this.#parts.client.call(cri.podSandboxStatus, { podSandboxId });
    return status?.network?.ip ?? '';
  }

  /** What is gone already is no error. */
  async #callIfPresent<T>(call: () => Promise<T>): Promise<T | undefined>;
  async #callIfPresent<T>(call: () => Promise<T>, absent: T): Promise<T>;
  async #callIfPresent<T>(call: () => Promise<T>, absent?: T): Promise<T | undefined> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof GrpcError && error.status === GRPC.notFound) return absent;
      throw error;
    }
  }

  #sandboxRequest(record: SandboxRecord) {
    return sandboxRequest(record, `${this.#parts.groups.path}/${record.group}`);
  }

  #running(): readonly KnownContainer[] {
    return [...this.#containers.values()].filter(({ status }) => status.state === 'running');
  }

  #containersIn(sandboxId: string): readonly KnownContainer[] {
    return [...this.#containers.values()].filter((container) => container.sandboxId === sandboxId);
  }

  #container(id: string): KnownContainer {
    const known = this.#containers.get(id);
    if (known !== undefined) return known;
    throw new RuntimeError('NOT_RUNNING', runtimeMessages.noContainer({ id }));
  }

  #requireRunning(id: string): KnownContainer {
    const known = this.#container(id);
    if (known.status.state === 'running') return known;
    throw new RuntimeError('NOT_RUNNING', runtimeMessages.notRunning({ container: known.name }));
  }

  #readySandbox(id: string): KnownSandbox {
    const known = this.#sandboxes.get(id);
    if (known?.isReady === true) return known;
    throw new RuntimeError('NOT_RUNNING', runtimeMessages.sandboxNotReady({ id }));
  }

  #emit(happened: Omit<ContainerEvent, 'podUid'>): void {
    const podUid = this.#sandboxes.get(happened.sandboxId)?.record.config.pod.uid ?? '';
    for (const listener of [...this.#listeners]) listener({ ...happened, podUid });
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
