import type { Clock } from '@kubemin/base';
import { runtimeMessages } from '../messages/index.ts';
import { type ContainerEvent, type ContainerStatus, RuntimeError } from '../runtime/index.ts';
import { CONTAINER_STATE, cri, SANDBOX_READY } from './api/index.ts';
import {
  type KnownContainer,
  type KnownSandbox,
  knownContainer,
  knownSandbox,
  toContainerStatus,
} from './container-states.ts';
import { readContainerRecord, readSandboxRecord, type SandboxRecord } from './cri-config.ts';
import { GRPC, type GrpcClient, GrpcError } from './grpc/index.ts';
import { TaskEvents } from './task-events.ts';

/** How long containerd may take to know of an end that its events have reported. */
const SETTLE_MS = 10_000;
const SETTLE_PAUSE_MS = 5;

/** What containerd was last seen to have, which its events keep up to date. */
export class ContainerMirror implements Disposable {
  readonly sandboxes = new Map<string, KnownSandbox>();
  readonly containers = new Map<string, KnownContainer>();
  readonly #client: GrpcClient;
  readonly #clock: Clock;
  readonly #listeners = new Set<(event: ContainerEvent) => void>();
  #events: TaskEvents | undefined;

  constructor(client: GrpcClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Begins to follow the events of containerd; it was listed before. */
  follow(): void {
    this.#events = new TaskEvents({
      ...{ client: this.#client, clock: this.#clock },
      onExit: (id) => void this.#ended(id),
      onUnknown: () => this.relist(),
    });
  }

  onEvent(listener: (event: ContainerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  [Symbol.dispose](): void {
    this.#events?.[Symbol.dispose]();
    this.#listeners.clear();
  }

  running(): readonly KnownContainer[] {
    return [...this.containers.values()].filter(({ status }) => status.state === 'running');
  }

  containersIn(sandboxId: string): readonly KnownContainer[] {
    return [...this.containers.values()].filter((container) => container.sandboxId === sandboxId);
  }

  container(id: string): KnownContainer {
    const known = this.containers.get(id);
    if (known !== undefined) return known;
    throw new RuntimeError('NOT_RUNNING', runtimeMessages.noContainer({ id }));
  }

  requireRunning(id: string): KnownContainer {
    const known = this.container(id);
    if (known.status.state === 'running') return known;
    throw new RuntimeError('NOT_RUNNING', runtimeMessages.notRunning({ container: known.name }));
  }

  readySandbox(id: string): KnownSandbox {
    const known = this.sandboxes.get(id);
    if (known?.isReady === true) return known;
    throw new RuntimeError('NOT_RUNNING', runtimeMessages.sandboxNotReady({ id }));
  }

  /** Reads what containerd has, and reports what has ended. */
  async relist(): Promise<void> {
    const { items = [] } = await this.#client.call(cri.listPodSandbox, {});
    for (const item of items) {
      const { id = '', state = SANDBOX_READY } = item;
      const known = this.sandboxes.get(id);
      if (known !== undefined) {
        if (known.isReady && state !== SANDBOX_READY) this.#lose(known);
        continue;
      }
      const record = readSandboxRecord(item.annotations);
      if (record === undefined) continue;
      const isReady = state === SANDBOX_READY;
      const found = isReady ? await this.readSandbox(id, record) : knownSandbox(item, record, { address: '', isReady });
      this.sandboxes.set(id, found);
    }
    const { containers = [] } = await this.#client.call(cri.listContainers, {});
    for (const item of containers) {
      const { id = '', state = CONTAINER_STATE.created } = item;
      const known = this.containers.get(id);
      if (known === undefined) {
        const record = readContainerRecord(item.annotations);
        if (record === undefined) continue;
        const { status = {} } = await this.#client.call(cri.containerStatus, { containerId: id });
        this.containers.set(id, knownContainer(item, record, status));
      } else if (known.status.state !== 'exited' && state >= CONTAINER_STATE.exited) {
        await this.refresh(id);
      }
    }
  }

  /** Reads the status of a container again, and reports its end. */
  async refresh(id: string): Promise<void> {
    const found = await ifPresent(() => this.#client.call(cri.containerStatus, { containerId: id }));
    const status = found?.status;
    // It may have been removed, or have ended, meanwhile.
    const known = this.containers.get(id);
    if (known === undefined || status === undefined || known.status.state === 'exited') return;
    const next = toContainerStatus(known, status);
    this.containers.set(id, { ...known, status: next });
    if (next.state === 'exited') this.emit({ kind: 'exited', sandboxId: known.sandboxId, containerId: id });
  }

  /** Waits until containerd itself knows that a container has ended: its log is complete then. */
  async settle(id: string): Promise<void> {
    const deadline = this.#clock.monotonic() + SETTLE_MS;
    for (let pauseMs = SETTLE_PAUSE_MS; this.#clock.monotonic() < deadline; pauseMs *= 2) {
      await this.refresh(id);
      const { state } = this.containers.get(id)?.status ?? { state: 'exited' };
      if (state !== 'running') return;
      await this.#clock.sleep(pauseMs);
    }
  }

  async waitForExit(id: string, timeoutMs: number): Promise<ContainerStatus> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(timeoutMs, resolve);
    const stop = this.onEvent(({ kind, containerId }) => kind === 'exited' && containerId === id && resolve());
    try {
      if (this.container(id).status.state !== 'exited') await promise;
      return this.container(id).status;
    } finally {
      cancel();
      stop();
    }
  }

  /** Reads the address of a sandbox that is ready, empty in the network of the node, and when it was made. */
  async readSandbox(id: string, record: SandboxRecord): Promise<KnownSandbox> {
    const { status = {} } = await this.#client.call(cri.podSandboxStatus, { podSandboxId: id });
    const address = record.config.hostNetwork === true ? '' : (status.network?.ip ?? '');
    return knownSandbox({ id, createdAt: status.createdAt }, record, { address, isReady: true });
  }

  /** Containerd has reported that a main process has ended. */
  async #ended(id: string): Promise<void> {
    const sandbox = this.sandboxes.get(id);
    if (sandbox?.isReady === true) this.#lose(sandbox);
    if (this.containers.has(id)) await this.settle(id).catch(() => undefined);
  }

  #lose(sandbox: KnownSandbox): void {
    this.sandboxes.set(sandbox.id, { ...sandbox, isReady: false });
    this.emit({ kind: 'sandboxLost', sandboxId: sandbox.id });
  }

  emit(happened: Omit<ContainerEvent, 'podUid'>): void {
    const podUid = this.sandboxes.get(happened.sandboxId)?.record.config.pod.uid ?? '';
    for (const listener of [...this.#listeners]) listener({ ...happened, podUid });
  }
}

/** What is gone already is no error. */
export async function ifPresent<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof GrpcError && error.status === GRPC.notFound) return undefined;
    throw error;
  }
}
