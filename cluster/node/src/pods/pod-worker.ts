import { type Clock, KubeminError, type Logger, Nudge, type Random, toError } from '@kubemin/base';
import type { RecordedEvent } from '@kubemin/controller';
import { deepEqual } from '@kubemin/kubeapi';
import type { Container, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import { runLifecycleHook } from '../probes/index.ts';
import type { ContainerConfig, ContainerRuntime, ContainerStatus } from '../runtime/index.ts';
import { type ContainerNote, isSidecarContainer, type PodObservation } from './pod-observation.ts';
import { isTerminalPhase, type PodAction, planPod } from './pod-plan.ts';
import { PodProbes } from './pod-probes.ts';
import { podStatus, type StatusNode } from './pod-status.ts';

/** Why a container could not be made; shown in its status and tried again later. */
export class ContainerProblemError extends KubeminError {
  readonly reason: string;

  constructor(reason: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? { code: 'CONTAINER_PROBLEM' } : { code: 'CONTAINER_PROBLEM', cause });
    this.reason = reason;
  }
}

/** Gives containers what they are made from: image, environment, volumes. */
export interface ContainerPreparation {
  /**
   * Everything that a pod needs before its sandbox is made: its directories and volumes. Rejects with a
   * ContainerProblemError `FailedMount` for a volume that cannot be made yet.
   */
  preparePod(pod: Pod, signal: AbortSignal): Promise<{ readonly hostname: string; readonly logDirectory: string }>;
  /** Rejects with a ContainerProblemError that names what is missing. */
  prepareContainer(pod: Pod, container: Container, attempt: number, signal: AbortSignal): Promise<ContainerConfig>;
  /** What a container that has ended left as its message; empty for nothing. */
  terminationMessage(pod: Pod, container: Container, status: ContainerStatus): Promise<string>;
  /** Writes the volumes of a running pod again where what they are made from has changed. */
  refreshPod(pod: Pod): Promise<void>;
  /** Removes what preparePod made; the data of persistent volumes stays. */
  cleanUpPod(pod: Pod): Promise<void>;
}

/** What the worker reports to; the API server in a cluster. */
export interface PodReports {
  /** Writes the status; false when the pod does not exist any more. */
  writeStatus(pod: Pod, status: PodStatus): Promise<boolean>;
  /** Confirms to the API server that nothing of the pod is left on the node. */
  confirmDeletion(pod: Pod): Promise<void>;
  recordEvent(pod: Pod, event: RecordedEvent): void;
}

export interface PodWorkerOptions {
  readonly runtime: ContainerRuntime;
  readonly preparation: ContainerPreparation;
  readonly reports: PodReports;
  readonly node: StatusNode;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 300_000;
const DEFAULT_GRACE_SECONDS = 30;
const REPORT_RETRY_MS = 1_000;
const FAULT_PAUSE_MS = 1_000;
const FIRST_SANDBOX_RETRY_MS = 500;
const LONGEST_SANDBOX_RETRY_MS = 120_000;
/** How often volumes are looked at without a change being known: tokens in them are renewed in time. */
const REFRESH_MS = 60_000;

/**
 * Runs one pod on this node: observes it, reports its status, and does what planPod returns, until the pod is deleted and
 * nothing of it is left. What it knows only in memory can be lost at any time: a new worker goes on from what the runtime
 * and the API server have.
 */
export class PodWorker {
  readonly #options: PodWorkerOptions;
  readonly #nudge = new Nudge();
  readonly #stopping = new AbortController();
  readonly #notes = new Map<string, ContainerNote>();
  /** Containers that are being started; their plan waits until that is over. */
  readonly #starting = new Map<string, Promise<void>>();
  /** By the id of a container that has ended, the message that it left. */
  readonly #messages = new Map<string, string>();
  readonly #probes: PodProbes;
  #pod: Pod;
  #isRemoved = false;
  /** When the sandbox is tried again, and the pause after that. */
  #sandboxRetry = { at: 0, delayMs: FIRST_SANDBOX_RETRY_MS };
  #refreshAt = 0;
  #reported: PodStatus | undefined;

  constructor(pod: Pod, options: PodWorkerOptions) {
    this.#pod = pod;
    this.#options = options;
    const { runtime, node, clock, random } = options;
    this.#probes = new PodProbes({
      ...{ runtime, hostIP: node.hostIP, clock, random },
      onNote: (name, note) => {
        this.#notes.set(name, { ...this.#notes.get(name), ...note });
        this.#nudge.nudge();
      },
      onUnhealthy: (message) => this.#record({ type: 'Warning', reason: 'Unhealthy', message }),
    });
  }

  /** The pod has changed in the API server. */
  update(pod: Pod): void {
    this.#pod = pod;
    if (pod.metadata.deletionTimestamp !== undefined) this.#stopping.abort();
    this.#nudge.nudge();
  }

  /** The pod is gone from the API server: it is ended at once. */
  remove(): void {
    this.#isRemoved = true;
    this.#stopping.abort();
    this.#nudge.nudge();
  }

  /** Something that the pod may refer to has changed: what failed for want of it is tried at once. */
  retry(): void {
    this.#sandboxRetry = { at: 0, delayMs: FIRST_SANDBOX_RETRY_MS };
    this.#refreshAt = 0;
    for (const [name, note] of this.#notes) {
      if (note.problem?.reason !== 'CreateContainerConfigError') continue;
      this.#notes.set(name, { ...note, problem: { ...note.problem, retryAt: 0 } });
    }
    this.#nudge.nudge();
  }

  /** Something happened in the runtime. */
  wake(): void {
    this.#nudge.nudge();
  }

  /** Resolves when nothing of the pod is left, or when the signal aborts; then its containers go on. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.#loop(signal);
    } finally {
      this.#probes.stop();
    }
  }

  async #loop(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    while (!signal.aborted) {
      try {
        if (this.#isRemoved || this.#pod.metadata.deletionTimestamp !== undefined) {
          await this.#terminate(signal);
          return;
        }
        await this.#pause(await this.#step(signal), signal);
      } catch (error) {
        const { namespace, name } = this.#pod.metadata;
        logger.error('pod worker failed; retrying', { pod: `${namespace}/${name}`, error: toError(error) });
        await clock.sleep(FAULT_PAUSE_MS, signal);
      }
    }
  }

  async #pause(ms: number | undefined, signal: AbortSignal): Promise<void> {
    const cancel = ms === undefined ? undefined : this.#options.clock.after(ms, () => this.#nudge.nudge());
    await this.#nudge.wait(signal);
    cancel?.();
  }

  /** Does what can be done now; returns for how long there is nothing to do. */
  async #step(signal: AbortSignal): Promise<number | undefined> {
    const { clock } = this.#options;
    for (;;) {
      const observation = await this.#observe();
      const isReported = await this.#tryReport(observation);
      await this.#refresh(observation);
      this.#probes.sync(observation);
      const { actions, wakeAt } = planPod(observation);
      const open = actions.filter((action) => this.#isOpen(action));
      if (open.length === 0 || this.#stopping.signal.aborted || signal.aborted) {
        const now = clock.now();
        const refreshAt = observation.sandbox?.state === 'ready' ? this.#refreshAt : 0;
        const reportAt = isReported ? 0 : now + REPORT_RETRY_MS;
        const times = [wakeAt ?? 0, refreshAt, this.#sandboxRetry.at, reportAt].filter((time) => time > now);
        return times.length === 0 ? undefined : Math.min(...times) - now;
      }
      for (const action of open) await this.#carryOut(action, observation, signal);
    }
  }

  /** What runs does not depend on whether it can be reported: that is tried again later. */
  async #tryReport(observation: PodObservation): Promise<boolean> {
    // Of a pod that has ended only what was reported is known once its containers are gone.
    if (isTerminalPhase(observation.pod) && observation.containers.length === 0) return true;
    try {
      await this.#report(podStatus(observation, this.#options.node));
      return true;
    } catch (error) {
      const { namespace, name } = this.#pod.metadata;
      this.#options.logger.warn('cannot report the status of a pod; retrying', {
        ...{ pod: `${namespace}/${name}`, error: toError(error) },
      });
      return false;
    }
  }

  /** Whether an action can be begun now: the container is not being started already, and the sandbox is not to wait. */
  #isOpen(action: PodAction): boolean {
    if (action.kind === 'startContainer') return !this.#starting.has(action.container.name);
    return action.kind !== 'runSandbox' || this.#sandboxRetry.at <= this.#options.clock.now();
  }

  async #refresh({ sandbox, now }: PodObservation): Promise<void> {
    if (sandbox?.state !== 'ready' || this.#refreshAt > now) return;
    this.#refreshAt = now + REFRESH_MS;
    try {
      await this.#options.preparation.refreshPod(this.#pod);
    } catch (error) {
      this.#record({ type: 'Warning', reason: 'FailedMount', message: toError(error).message });
    }
  }

  async #observe(): Promise<PodObservation> {
    const { runtime, clock } = this.#options;
    const pod = this.#pod;
    const own = (await runtime.listSandboxes()).filter((found) => found.pod.uid === pod.metadata.uid);
    const sandbox = own.toSorted((one, other) => one.attempt - other.attempt).at(-1);
    const ids = new Set(own.map(({ id }) => id));
    const found = (await runtime.listContainers()).filter(({ sandboxId }) => ids.has(sandboxId));
    const containers = await Promise.all(found.map((status) => this.#withMessage(status)));
    return { pod, sandbox, containers, notes: this.#notes, now: clock.now() };
  }

  /** The message of a container is read once, when it has ended. */
  async #withMessage(status: ContainerStatus): Promise<ContainerStatus> {
    if (status.state !== 'exited' || status.message !== undefined) return status;
    const known = this.#messages.get(status.id);
    const message = known ?? (await this.#readMessage(status));
    this.#messages.set(status.id, message);
    return message === '' ? status : { ...status, message };
  }

  async #readMessage(status: ContainerStatus): Promise<string> {
    const { containers = [], initContainers = [], ephemeralContainers = [] } = this.#pod.spec ?? {};
    const container = [...containers, ...initContainers, ...ephemeralContainers].find(
      ({ name }) => name === status.name,
    );
    if (container === undefined) return '';
    return this.#options.preparation.terminationMessage(this.#pod, container, status);
  }

  async #report(status: PodStatus): Promise<void> {
    if (deepEqual(this.#reported, status)) return;
    if (await this.#options.reports.writeStatus(this.#pod, status)) this.#reported = status;
  }

  async #carryOut(action: PodAction, { sandbox }: PodObservation, signal: AbortSignal): Promise<void> {
    const { runtime } = this.#options;
    switch (action.kind) {
      case 'runSandbox':
        await this.#runSandbox(action.attempt, AbortSignal.any([signal, this.#stopping.signal]));
        return;
      case 'startContainer':
        this.#start(action, sandbox?.id ?? '');
        return;
      case 'killContainer':
        this.#record({ type: 'Normal', reason: 'Killing', message: action.message });
        await this.#stopContainer(action, this.#options.clock.monotonic() + this.#graceMs());
        return;
      case 'stopSandbox':
        await runtime.stopSandbox(action.id);
        return;
      case 'removeContainer':
        await runtime.removeContainer(action.id);
        this.#messages.delete(action.id);
    }
  }

  /** Runs the preStop hook, and then ends the container; both have until the deadline. */
  async #stopContainer({ id, name }: { readonly id: string; readonly name: string }, deadline: number): Promise<void> {
    const { runtime, clock } = this.#options;
    const left = (): number => Math.max(deadline - clock.monotonic(), 0);
    const { containers = [], initContainers = [] } = this.#pod.spec ?? {};
    const container = [...containers, ...initContainers].find((one) => one.name === name);
    const handler = container?.lifecycle?.preStop;
    if (container !== undefined && handler !== undefined && left() > 0) {
      const limit = new AbortController();
      const cancel = clock.after(left(), () => limit.abort());
      const subject = {
        pod: this.#pod,
        container,
        target: this.#probes.target(this.#pod, id, await this.#address()),
        clock,
      };
      const failure = await runLifecycleHook(handler, subject, limit.signal).finally(cancel);
      if (failure !== undefined) this.#record({ type: 'Warning', reason: 'FailedPreStopHook', message: failure });
    }
    await runtime.stopContainer(id, { graceMs: left() });
  }

  async #address(): Promise<string> {
    return (await this.#observe()).sandbox?.address ?? '';
  }

  async #runSandbox(attempt: number, signal: AbortSignal): Promise<void> {
    const { runtime, preparation, clock } = this.#options;
    const { namespace = '', name = '', uid = '' } = this.#pod.metadata;
    try {
      const place = await preparation.preparePod(this.#pod, signal);
      const hostNetwork = this.#pod.spec?.hostNetwork === true;
      await runtime.runSandbox({ pod: { namespace, name, uid }, attempt, hostNetwork, ...place });
      this.#sandboxRetry = { at: 0, delayMs: FIRST_SANDBOX_RETRY_MS };
      this.#refreshAt = clock.now() + REFRESH_MS;
    } catch (error) {
      const { message } = toError(error);
      const reason = error instanceof ContainerProblemError ? error.reason : 'FailedCreatePodSandBox';
      this.#record({ type: 'Warning', reason, message });
      const { delayMs } = this.#sandboxRetry;
      this.#sandboxRetry = { at: clock.now() + delayMs, delayMs: Math.min(delayMs * 2, LONGEST_SANDBOX_RETRY_MS) };
    }
  }

  /** Starting may take long, as when an image is pulled; meanwhile the pod can be deleted, and others of its containers started. */
  #start(action: PodAction & { readonly kind: 'startContainer' }, sandboxId: string): void {
    const { name } = action.container;
    const starting = this.#startContainer(action, sandboxId).finally(() => {
      this.#starting.delete(name);
      this.#nudge.nudge();
    });
    this.#starting.set(name, starting);
  }

  async #startContainer(
    { container, attempt, backOff }: PodAction & { readonly kind: 'startContainer' },
    sandboxId: string,
  ): Promise<void> {
    const { runtime, preparation } = this.#options;
    const { name } = container;
    let created: ContainerStatus | undefined;
    try {
      const pod = await this.#podWithAddress(sandboxId);
      const config = await preparation.prepareContainer(pod, container, attempt, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      created = await runtime.createContainer(sandboxId, config);
      this.#record({ type: 'Normal', reason: 'Created', message: `Created container: ${name}` });
      await runtime.startContainer(created.id);
      this.#record({ type: 'Normal', reason: 'Started', message: `Started container ${name}` });
      this.#notes.set(name, { backOff });
      await this.#afterStart(container, created);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      // A container that was made and not started has ended with a status of its own, and is restarted like others.
      if (created === undefined) this.#noteProblem(name, toError(error), backOff);
      else this.#notes.set(name, { backOff });
      this.#record({ type: 'Warning', reason: 'Failed', message: `Error: ${toError(error).message}` });
    }
  }

  /** The address of a new sandbox is often not in the API server's copy of the pod yet. */
  async #podWithAddress(sandboxId: string): Promise<Pod> {
    const { runtime, node } = this.#options;
    const sandbox = (await runtime.listSandboxes()).find(({ id }) => id === sandboxId);
    const address = this.#pod.spec?.hostNetwork === true ? node.hostIP : (sandbox?.address ?? '');
    const addresses = {
      podIP: address,
      podIPs: [{ ip: address }],
      hostIP: node.hostIP,
      hostIPs: [{ ip: node.hostIP }],
    };
    return address === '' ? this.#pod : { ...this.#pod, status: { ...this.#pod.status, ...addresses } };
  }

  /** A container whose postStart hook fails is ended, and restarted as its pod states. */
  async #afterStart(container: Container, { id, attempt }: ContainerStatus): Promise<void> {
    const handler = container.lifecycle?.postStart;
    if (handler === undefined) return;
    const { clock } = this.#options;
    const subject = {
      pod: this.#pod,
      container,
      target: this.#probes.target(this.#pod, id, await this.#address()),
      clock,
    };
    const failure = await runLifecycleHook(handler, subject, this.#stopping.signal);
    if (failure === undefined || this.#stopping.signal.aborted) return;
    this.#record({ type: 'Warning', reason: 'FailedPostStartHook', message: `PostStartHook failed: ${failure}` });
    const kill = { attempt, reason: 'FailedPostStartHook', message: `FailedPostStartHook` };
    this.#notes.set(container.name, { ...this.#notes.get(container.name), kill });
  }

  #noteProblem(name: string, error: Error, backOff: ContainerNote['backOff']): void {
    const { clock } = this.#options;
    const known = this.#notes.get(name)?.problem;
    const reason = problemReason(error);
    const before = known === undefined ? 0 : known.delayMs;
    const delayMs = before === 0 ? FIRST_RETRY_MS : Math.min(before * 2, LONGEST_RETRY_MS);
    this.#notes.set(name, {
      backOff,
      problem: { reason, message: error.message, delayMs, retryAt: clock.now() + delayMs },
    });
  }

  /** Ends the containers, first those that the sidecars serve, then those; then everything else of the pod is removed. */
  async #terminate(signal: AbortSignal): Promise<void> {
    const { preparation, reports, clock } = this.#options;
    this.#probes.stop();
    await Promise.allSettled(this.#starting.values());
    const deadline = clock.monotonic() + (this.#isRemoved ? 0 : this.#graceMs());
    const { containers } = await this.#observe();
    const running = containers.filter(({ state }) => state === 'running');
    const sidecars = (this.#pod.spec?.initContainers ?? []).filter(isSidecarContainer).map(({ name }) => name);
    const stop = async ({ id, name }: ContainerStatus): Promise<void> => {
      this.#record({ type: 'Normal', reason: 'Killing', message: `Stopping container ${name}` });
      await this.#stopContainer({ id, name }, deadline);
    };
    await Promise.all(running.filter(({ name }) => !sidecars.includes(name)).map(stop));
    for (const name of sidecars.toReversed()) {
      await Promise.all(running.filter((status) => status.name === name).map(stop));
    }
    if (signal.aborted) return;
    const final = await this.#observe();
    if (!this.#isRemoved) await this.#report(podStatus(final, this.#options.node));
    await this.#removeAll();
    await preparation.cleanUpPod(this.#pod);
    if (!this.#isRemoved) await reports.confirmDeletion(this.#pod);
  }

  async #removeAll(): Promise<void> {
    const { runtime } = this.#options;
    const own = (await runtime.listSandboxes()).filter(({ pod }) => pod.uid === this.#pod.metadata.uid);
    for (const { id } of own) await runtime.removeSandbox(id);
  }

  #graceMs(): number {
    const { metadata, spec } = this.#pod;
    const seconds = metadata.deletionGracePeriodSeconds ?? spec?.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS;
    return seconds * 1000;
  }

  #record(event: RecordedEvent): void {
    this.#options.reports.recordEvent(this.#pod, event);
  }
}

function problemReason(error: Error): string {
  return error instanceof ContainerProblemError ? error.reason : 'CreateContainerError';
}
