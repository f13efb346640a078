import { toError, WakeSignal } from '@kubemin/base';
import type { RecordedEvent } from '@kubemin/controller';
import { deepEqual } from '@kubemin/kubeapi';
import type { Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import type { ContainerStatus } from '../runtime/index.ts';
import { ContainerStarts } from './container-starts.ts';
import { backOffEvents } from './container-states.ts';
import { activeForMs, DEADLINE_EXCEEDED, GracePeriod } from './pod-deadline.ts';
import { type ContainerNote, isSidecarContainer, type PodObservation } from './pod-observation.ts';
import { isTerminalPhase, type PodAction, planPod } from './pod-plan.ts';
import { PodProbes } from './pod-probes.ts';
import { type PodReference, refersTo } from './pod-references.ts';
import { containerResources, type NodeRoom, PodResize, type ResizeAction } from './pod-resize.ts';
import { endedPodStatus, type PodFailure, podStatus } from './pod-status.ts';
import { runLifecycleHook } from './probes/lifecycle-hook.ts';
import { ContainerProblemError, type PodStep, type PodWorkerOptions } from './worker-options.ts';

const DEFAULT_GRACE_SECONDS = 30;
const REPORT_RETRY_MS = 1_000;
const FAULT_PAUSE_MS = 1_000;
const FIRST_SANDBOX_RETRY_MS = 500;
const LONGEST_SANDBOX_RETRY_MS = 120_000;
/** How often volumes are refreshed without a known change: this renews the tokens in them before they expire. */
const REFRESH_MS = 60_000;
/** How often it is looked whether a pod uses more of its volumes than it may. */
const EVICTION_CHECK_MS = 10_000;
const EVICTION_GRACE_MS = 1_000;

/** When the sandbox is tried again, the pause after that, and why it could not be made. */
interface SandboxRetry {
  readonly at: number;
  readonly delayMs: number;
  readonly reason?: string;
}

const NO_ROOM: NodeRoom = {
  ...{ capacity: {}, canResize: false },
  takenByOthers: () => ({}),
};

const NO_SANDBOX_RETRY: SandboxRetry = { at: 0, delayMs: FIRST_SANDBOX_RETRY_MS };

/**
 * Runs one pod on this node: observes it, reports its status, and does what planPod returns, until the pod is deleted and
 * nothing of it is left. What it knows only in memory can be lost at any time: a new worker goes on from what the runtime
 * and the API server have.
 */
export class PodWorker {
  readonly #options: PodWorkerOptions;
  readonly #wakeSignal = new WakeSignal();
  /** Nothing of the pod is to be started any more. */
  readonly #stopping = new AbortController();
  readonly #notes = new Map<string, ContainerNote>();
  readonly #starts: ContainerStarts;
  /** Of containers that are being ended. */
  readonly #gracePeriods = new Set<GracePeriod>();
  /** By the id of a container that has ended, the message that it left. */
  readonly #messages = new Map<string, string>();
  /** Names of containers whose end was explained: the reason is the same each time. */
  readonly #explained = new Set<string>();
  readonly #probes: PodProbes;
  readonly #resize: PodResize;
  #pod: Pod;
  #isRemoved = false;
  /** Why this node is to end the pod, and why it has. */
  #requestedFailure: PodFailure | undefined;
  #failure: PodFailure | undefined;
  readonly #failed = Promise.withResolvers<void>();
  /** Containers that have ended are removed at the next step, which resolves it. */
  #collection: PromiseWithResolvers<void> | undefined;
  #sandboxRetry = NO_SANDBOX_RETRY;
  #refreshAt = 0;
  #evictionCheckAt = 0;
  /** Counts changes of what the pod refers to. */
  #changes = 0;
  /** The status that was computed last, and the one that the API server has. */
  #computed: PodStatus | undefined;
  #reported: PodStatus | undefined;

  constructor(pod: Pod, options: PodWorkerOptions) {
    this.#pod = pod;
    this.#options = options;
    const { runtime, node, clock, random, probeObserver, room = NO_ROOM } = options;
    this.#resize = new PodResize(room);
    const recordEvent = (event: RecordedEvent): void => this.#record(event);
    this.#probes = new PodProbes({
      ...{ runtime, hostIP: node.hostIP, clock, random, observer: probeObserver },
      onNote: (name, note) => {
        this.#notes.set(name, { ...this.#notes.get(name), ...note });
        this.#wakeSignal.notify();
      },
      onUnhealthy: (message) => this.#record({ type: 'Warning', reason: 'Unhealthy', message }),
    });
    this.#starts = new ContainerStarts({
      ...{ options, notes: this.#notes, probes: this.#probes, recordEvent, stopping: this.#stopping.signal },
      pod: () => this.#resize.allocate(this.#pod, clock.now()),
      changes: () => this.#changes,
      onStep: (step) => this.#reach(step),
      onSettled: () => this.#wakeSignal.notify(),
    });
  }

  /** The pod has changed in the API server. */
  update(pod: Pod): void {
    // The mirror of a static pod was made again: it has nothing of what was reported.
    if (this.#pod.status?.startTime !== undefined && pod.status?.startTime === undefined) this.#reported = undefined;
    // Files of volumes may show them.
    const { labels, annotations } = this.#pod.metadata;
    if (!deepEqual([labels, annotations], [pod.metadata.labels, pod.metadata.annotations])) this.#refreshAt = 0;
    this.#pod = pod;
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.#stopping.abort();
      for (const grace of this.#gracePeriods) grace.shorten(this.#graceMs());
    }
    this.#wakeSignal.notify();
  }

  /** The pod is gone from the API server: it is ended at once. */
  remove(): void {
    this.#isRemoved = true;
    this.#stopping.abort();
    for (const grace of this.#gracePeriods) grace.shorten(0);
    this.#wakeSignal.notify();
  }

  /** An object has changed: if the pod refers to it, what failed for want of it is tried at once. */
  retry(reference: PodReference): void {
    if (!refersTo(this.#pod, reference)) return;
    this.#changes += 1;
    if (this.#sandboxRetry.reason === 'FailedMount') this.#sandboxRetry = NO_SANDBOX_RETRY;
    this.#refreshAt = 0;
    for (const [name, note] of this.#notes) {
      if (note.problem?.reason !== 'CreateContainerConfigError') continue;
      this.#notes.set(name, { ...note, problem: { ...note.problem, retryAt: 0 } });
    }
    this.#wakeSignal.notify();
  }

  /** Ends a pod that would have gone on, for a reason of its node. The first reason stays. */
  fail(failure: PodFailure): void {
    if (this.hasFailed || this.#isToEnd()) return;
    this.#requestedFailure = failure;
    this.#stopping.abort();
    for (const grace of this.#gracePeriods) grace.shorten(failure.graceMs ?? this.#graceMs());
    this.#wakeSignal.notify();
  }

  /** The pod as it was last seen in the API server. */
  get pod(): Pod {
    return this.#pod;
  }

  /** Whether the node has ended the pod, or is about to. */
  get hasFailed(): boolean {
    return (this.#requestedFailure ?? this.#failure) !== undefined;
  }

  /** Resolves when a pod that failed has been reported as ended, or nothing of it is left. */
  get failed(): Promise<void> {
    return this.#failed.promise;
  }

  /** Removes containers that have ended and that no restart needs, to free what they take of the disk. */
  collect(): Promise<void> {
    this.#collection ??= Promise.withResolvers<void>();
    this.#wakeSignal.notify();
    return this.#collection.promise;
  }

  /** Something happened in the runtime. */
  wake(): void {
    this.#wakeSignal.notify();
  }

  /** Resolves when nothing of the pod is left, or when the signal aborts; then its containers go on. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = (): void => this.#stopping.abort();
    signal.addEventListener('abort', stop);
    try {
      await this.#loop(signal);
    } finally {
      signal.removeEventListener('abort', stop);
      this.#stopping.abort();
      this.#probes.stop();
      await this.#starts.settled();
      this.#failed.resolve();
      this.#collection?.resolve();
    }
  }

  async #loop(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    while (!signal.aborted) {
      try {
        if (this.#isToEnd()) {
          await this.#terminate(signal);
          return;
        }
        await this.#pause(await this.#step(signal), signal);
      } catch (error) {
        logger.error('pod worker failed; retrying', { pod: this.#name(), error: toError(error) });
        await clock.sleep(FAULT_PAUSE_MS, signal);
      }
    }
  }

  #isToEnd(): boolean {
    return this.#isRemoved || this.#pod.metadata.deletionTimestamp !== undefined;
  }

  async #pause(ms: number | undefined, signal: AbortSignal): Promise<void> {
    const cancel = ms === undefined ? undefined : this.#options.clock.after(ms, () => this.#wakeSignal.notify());
    await this.#wakeSignal.wait(signal);
    cancel?.();
  }

  /** Does what can be done now; returns for how long there is nothing to do. */
  async #step(signal: AbortSignal): Promise<number | undefined> {
    const { clock } = this.#options;
    for (;;) {
      const observation = await this.#observe();
      const failure = this.#failure ?? (await this.#findFailure(observation));
      if (failure !== undefined) return this.#endFailed(failure, signal);
      // Before the status is made: it states whether a resize goes on, and when it has come to its end.
      const resizes = this.#stopping.signal.aborted ? [] : this.#resize.plan(observation);
      // The status is written while the work goes on, and before the next one.
      const reporting = this.#tryReport(observation);
      try {
        await this.#refresh(observation);
        if (await this.#resizeContainers(resizes)) continue;
        this.#probes.sync(observation);
        const { actions, wakeAt } = planPod(observation);
        await this.#removeEnded(observation);
        const open = actions.filter((action) => this.#isOpen(action));
        if (open.length === 0 || this.#stopping.signal.aborted || signal.aborted) {
          const isReported = await reporting;
          return this.#idleMs(observation, [wakeAt ?? 0, isReported ? 0 : clock.now() + REPORT_RETRY_MS]);
        }
        for (const action of open) await this.#carryOut(action, observation, signal);
      } finally {
        await reporting;
      }
    }
  }

  /** Gives containers the resources that the node has agreed to; true when there is something else to do or report then. */
  async #resizeContainers(actions: readonly ResizeAction[]): Promise<boolean> {
    const { runtime, clock } = this.#options;
    for (const action of actions) {
      const { container } = action;
      if (action.kind === 'restart') {
        const kill = { attempt: action.attempt, message: `Container ${container.name} resize requires restart` };
        this.#notes.set(container.name, { ...this.#notes.get(container.name), kill });
        continue;
      }
      this.#reach('updateContainer');
      try {
        await runtime.updateContainer(action.id, containerResources(container));
        this.#resize.setApplied(action.id, container);
        this.#record({ type: 'Normal', reason: 'ResizeCompleted', message: `Container ${container.name} was resized` });
      } catch (error) {
        this.#resize.setFailure(error, clock.now());
        this.#record({ type: 'Warning', reason: 'ResizeError', message: toError(error).message });
      }
    }
    return actions.some(({ kind }) => kind === 'update');
  }

  /** For how long there is nothing to do; undefined for as long as nothing happens. */
  #idleMs({ sandbox }: PodObservation, others: readonly number[]): number | undefined {
    const now = this.#options.clock.now();
    const checks = sandbox?.state === 'ready' ? [this.#refreshAt, this.#evictionCheckAt] : [];
    const deadline = now + (this.#activeForMs(now) ?? 0);
    const times = [...others, ...checks, this.#sandboxRetry.at, this.#resize.retryAt, deadline].filter(
      (time) => time > now,
    );
    return times.length === 0 ? undefined : Math.min(...times) - now;
  }

  #activeForMs(now: number): number | undefined {
    return isTerminalPhase(this.#pod) ? undefined : activeForMs(this.#pod, now);
  }

  /** Why the pod must end although it was not deleted. */
  async #findFailure({ sandbox, now }: PodObservation): Promise<PodFailure | undefined> {
    if (this.#requestedFailure !== undefined && !isTerminalPhase(this.#pod)) return this.#requestedFailure;
    const leftMs = this.#activeForMs(now);
    if (leftMs !== undefined && leftMs <= 0) return DEADLINE_EXCEEDED;
    if (sandbox?.state !== 'ready' || isTerminalPhase(this.#pod) || this.#evictionCheckAt > now) return undefined;
    this.#evictionCheckAt = now + EVICTION_CHECK_MS;
    const message = await this.#options.preparation.findEviction(this.#pod);
    if (message === undefined) return undefined;
    const event = { type: 'Warning', reason: 'Evicted', message } as const;
    return { reason: 'Evicted', message, graceMs: EVICTION_GRACE_MS, disruption: message, event };
  }

  /** Ends the containers of a pod that has failed as a whole. Its last status stays until it is deleted. */
  async #endFailed(failure: PodFailure, signal: AbortSignal): Promise<number | undefined> {
    const { runtime, node } = this.#options;
    if (this.#failure === undefined) {
      const { reason, message, event = { type: 'Normal', reason, message }, graceMs = this.#graceMs() } = failure;
      this.#failure = failure;
      this.#stopping.abort();
      this.#record(event);
      await this.#endContainers(graceMs, signal);
    }
    if (signal.aborted || this.#isToEnd()) return 0;
    const { sandbox, ...observation } = await this.#observe();
    if (sandbox?.state === 'ready') {
      this.#reach('stopSandbox');
      await runtime.stopSandbox(sandbox.id);
    }
    if (isTerminalPhase(this.#pod)) return this.#settleFailure();
    const status = endedPodStatus({ sandbox, ...observation }, node, failure);
    return (await this.#tryWrite(status)) ? this.#settleFailure() : REPORT_RETRY_MS;
  }

  #settleFailure(): undefined {
    this.#failed.resolve();
  }

  /** Those that a restart has replaced, and all of a pod that has ended. */
  async #removeEnded({ pod, containers }: PodObservation): Promise<void> {
    const collection = this.#collection;
    if (collection === undefined) return;
    this.#collection = undefined;
    for (const { id, name, attempt, state } of containers) {
      const isReplaced = containers.some((other) => other.name === name && other.attempt > attempt);
      if (state !== 'exited' || !(isReplaced || isTerminalPhase(pod)) || this.#starts.has(name)) continue;
      this.#reach('removeContainer');
      await this.#options.runtime.removeContainer(id);
      this.#messages.delete(id);
    }
    collection.resolve();
  }

  /** What runs does not depend on whether it can be reported: that is tried again later. */
  #tryReport(observation: PodObservation): Promise<boolean> {
    const { pod, containers } = observation;
    const status = podStatus(observation, this.#options.node);
    if (!isTerminalPhase(pod)) {
      for (const event of backOffEvents(pod, this.#computed ?? pod.status, status)) this.#record(event);
      this.#computed = status;
      return this.#tryWrite(status);
    }
    // What was reported of all containers as their end stays; once they are gone nothing more is known.
    const isComplete = pod.status?.containerStatuses?.every(({ state }) => state?.terminated !== undefined) ?? false;
    const isRunning = containers.some(({ state }) => state === 'running');
    if (isComplete || isRunning || containers.length === 0) return Promise.resolve(true);
    const { phase = '', reason, message } = pod.status ?? {};
    const known = { phase, ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
    return this.#tryWrite({ ...endedPodStatus(observation, this.#options.node), ...known });
  }

  async #tryWrite(status: PodStatus): Promise<boolean> {
    try {
      await this.#report(status);
      return true;
    } catch (error) {
      const { logger } = this.#options;
      logger.warn('cannot report the status of a pod; retrying', { pod: this.#name(), error: toError(error) });
      return false;
    }
  }

  /** Whether an action can be begun now: the container is not being started already, and the sandbox is not to wait. */
  #isOpen(action: PodAction): boolean {
    if (action.kind === 'startContainer') return !this.#starts.has(action.container.name);
    if (action.kind === 'removeContainer') return !this.#starts.has(action.name);
    return action.kind !== 'runSandbox' || this.#sandboxRetry.at <= this.#options.clock.now();
  }

  async #refresh({ sandbox, now, pod }: PodObservation): Promise<void> {
    if (sandbox?.state !== 'ready' || this.#refreshAt > now || isTerminalPhase(pod)) return;
    this.#refreshAt = now + REFRESH_MS;
    try {
      await this.#options.preparation.refreshPod(this.#pod);
    } catch (error) {
      this.#record({ type: 'Warning', reason: 'FailedMount', message: toError(error).message });
    }
  }

  async #observe(): Promise<PodObservation> {
    const { runtime, clock } = this.#options;
    const pod = this.#resize.allocate(this.#pod, clock.now());
    const own = await runtime.listSandboxes(pod.metadata.uid ?? '');
    const sandbox = own.toSorted((one, other) => one.attempt - other.attempt).at(-1);
    const ids = new Set(own.map(({ id }) => id));
    const found = await runtime.listContainers(ids);
    const containers = await Promise.all(found.map((status) => this.#withMessage(status)));
    return { pod, sandbox, containers, notes: this.#notes, resources: this.#resize, now: clock.now() };
  }

  /** The message of a container is read once, when it has ended. */
  async #withMessage(status: ContainerStatus): Promise<ContainerStatus> {
    if (status.state !== 'exited' || status.message !== undefined) return status;
    const known = this.#messages.get(status.id);
    const message = known ?? (await this.#readMessage(status));
    this.#messages.set(status.id, message);
    if (known === undefined) await this.#explainEnd(status);
    return message === '' ? status : { ...status, message };
  }

  async #explainEnd(status: ContainerStatus): Promise<void> {
    if (this.#explained.has(status.name)) return;
    const event = await this.#options.preparation.explainEnd(this.#pod, status);
    // Another look at the pod may have been faster.
    if (event === undefined || this.#explained.has(status.name)) return;
    this.#explained.add(status.name);
    this.#record(event);
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
    this.#reach('reportStatus');
    if (await this.#options.reports.writeStatus(this.#pod, status, this.#reported)) this.#reported = status;
  }

  async #carryOut(action: PodAction, { sandbox }: PodObservation, signal: AbortSignal): Promise<void> {
    const { runtime } = this.#options;
    switch (action.kind) {
      case 'runSandbox':
        await this.#runSandbox(action.attempt);
        return;
      case 'startContainer':
        this.#starts.begin(action, sandbox?.id ?? '');
        return;
      case 'killContainer': {
        this.#record({ type: 'Normal', reason: 'Killing', message: action.message });
        this.#reach('killContainer');
        const graceMs = action.graceSeconds === undefined ? this.#graceMs() : action.graceSeconds * 1000;
        await this.#withGrace(graceMs, signal, (grace) => this.#stopContainer(action, grace));
        return;
      }
      case 'stopSandbox':
        this.#reach('stopSandbox');
        await runtime.stopSandbox(action.id);
        return;
      case 'removeContainer':
        this.#reach('removeContainer');
        await runtime.removeContainer(action.id);
        this.#messages.delete(action.id);
    }
  }

  /** Ends containers within a grace period that a deletion of the pod may shorten. When the signal aborts, they are left alone. */
  async #withGrace(ms: number, signal: AbortSignal, work: (grace: GracePeriod) => Promise<void>): Promise<void> {
    using grace = new GracePeriod(this.#options.clock, ms);
    if (signal.aborted) return;
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    const abort = (): void => resolve();
    signal.addEventListener('abort', abort);
    this.#gracePeriods.add(grace);
    try {
      await Promise.race([work(grace), aborted]);
    } finally {
      signal.removeEventListener('abort', abort);
      this.#gracePeriods.delete(grace);
    }
  }

  /** Runs the preStop hook, and then ends the container; both have until the grace period is over. */
  async #stopContainer(
    { id, name }: { readonly id: string; readonly name: string },
    grace: GracePeriod,
  ): Promise<void> {
    const { runtime, clock } = this.#options;
    const { containers = [], initContainers = [] } = this.#pod.spec ?? {};
    const container = [...containers, ...initContainers].find((one) => one.name === name);
    const handler = container?.lifecycle?.preStop;
    if (container !== undefined && handler !== undefined && !grace.signal.aborted) {
      const address = (await this.#observe()).sandbox?.address ?? '';
      const target = this.#probes.target(this.#pod, id, address);
      this.#reach('runPreStopHook');
      const subject = { pod: this.#pod, container, target, clock };
      const failure = await runLifecycleHook(handler, subject, grace.signal);
      if (failure !== undefined) {
        this.#record({ type: 'Warning', reason: 'FailedPreStopHook', message: `PreStopHook failed: ${failure}` });
      }
    }
    this.#reach('stopContainer');
    // When the time is cut short the first call still waits, and resolves when the container has ended.
    const kill = (): void => void runtime.stopContainer(id, { graceMs: 0 }).catch(() => undefined);
    grace.signal.addEventListener('abort', kill);
    try {
      await runtime.stopContainer(id, { graceMs: grace.leftMs() });
    } finally {
      grace.signal.removeEventListener('abort', kill);
    }
  }

  async #runSandbox(attempt: number): Promise<void> {
    const { runtime, preparation, clock } = this.#options;
    const { namespace = '', name = '', uid = '' } = this.#pod.metadata;
    const changes = this.#changes;
    if (attempt > 0) {
      const message = 'Pod sandbox changed, it will be killed and re-created.';
      this.#record({ type: 'Normal', reason: 'SandboxChanged', message });
    }
    try {
      this.#reach('preparePod');
      const recordEvent = (event: RecordedEvent): void => this.#record(event);
      const place = await preparation.preparePod(this.#pod, { signal: this.#stopping.signal, recordEvent });
      if (this.#stopping.signal.aborted) return;
      this.#reach('runSandbox');
      await runtime.runSandbox({ pod: { namespace, name, uid }, attempt, ...place });
      this.#reach('sandboxRuns');
      this.#sandboxRetry = NO_SANDBOX_RETRY;
      this.#refreshAt = clock.now() + REFRESH_MS;
      this.#evictionCheckAt = clock.now() + EVICTION_CHECK_MS;
    } catch (error) {
      const [reason, message] =
        error instanceof ContainerProblemError
          ? [error.reason, error.message]
          : ['FailedCreatePodSandBox', `Failed to create pod sandbox: ${toError(error).message}`];
      this.#record({ type: 'Warning', reason, message });
      const { delayMs } = this.#sandboxRetry;
      const at = changes === this.#changes ? clock.now() + delayMs : 0;
      this.#sandboxRetry = { at, delayMs: Math.min(delayMs * 2, LONGEST_SANDBOX_RETRY_MS), reason };
    }
  }

  /** Ends the containers; then everything else of the pod is removed. */
  async #terminate(signal: AbortSignal): Promise<void> {
    const { preparation, reports, node } = this.#options;
    await this.#endContainers(this.#isRemoved ? 0 : this.#graceMs(), signal);
    if (signal.aborted) return;
    // Of a pod that is kept by a finalizer the end was reported before its containers were removed.
    if (!this.#isRemoved && !isTerminalPhase(this.#pod)) {
      this.#reach('reportEnd');
      await this.#report(endedPodStatus(await this.#observe(), node, this.#failure));
    }
    await this.#removeSandboxes();
    this.#reach('cleanUpPod');
    await preparation.cleanUpPod(this.#pod);
    if (this.#isRemoved) return;
    this.#reach('confirmDeletion');
    await reports.confirmDeletion(this.#pod);
    this.#reach('deletionConfirmed');
  }

  /** Ends all containers, first those that the sidecars serve, then those, the last one first. */
  async #endContainers(graceMs: number, signal: AbortSignal): Promise<void> {
    this.#probes.stop();
    await this.#starts.settled();
    const { containers } = await this.#observe();
    const running = containers.filter(({ state }) => state === 'running');
    const sidecars = (this.#pod.spec?.initContainers ?? []).filter(isSidecarContainer).map(({ name }) => name);
    await this.#withGrace(graceMs, signal, async (grace) => {
      const stop = async ({ id, name }: ContainerStatus): Promise<void> => {
        this.#record({ type: 'Normal', reason: 'Killing', message: `Stopping container ${name}` });
        await this.#stopContainer({ id, name }, grace);
      };
      await Promise.all(running.filter(({ name }) => !sidecars.includes(name)).map(stop));
      for (const name of sidecars.toReversed()) {
        if (signal.aborted) return;
        await Promise.all(running.filter((status) => status.name === name).map(stop));
      }
    });
  }

  async #removeSandboxes(): Promise<void> {
    const { runtime } = this.#options;
    const own = await runtime.listSandboxes(this.#pod.metadata.uid ?? '');
    for (const { id } of own) {
      this.#reach('removeSandbox');
      await runtime.removeSandbox(id);
    }
  }

  #graceMs(): number {
    const { metadata, spec } = this.#pod;
    const seconds = metadata.deletionGracePeriodSeconds ?? spec?.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS;
    return seconds * 1000;
  }

  #name(): string {
    const { namespace, name } = this.#pod.metadata;
    return `${namespace}/${name}`;
  }

  #reach(step: PodStep): void {
    this.#options.onStep?.(step, this.#pod);
  }

  #record(event: RecordedEvent): void {
    this.#options.reports.recordEvent(this.#pod, event);
  }
}
