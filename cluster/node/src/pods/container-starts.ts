import { toError } from '@kubemin/base';
import type { RecordedEvent } from '@kubemin/controller';
import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ContainerStatus } from '../runtime/index.ts';
import { type AnyContainer, type ContainerNote, latestAttempt } from './pod-observation.ts';
import type { PodAction } from './pod-plan.ts';
import type { PodProbes } from './pod-probes.ts';
import { runLifecycleHook } from './probes/lifecycle-hook.ts';
import { ContainerProblemError, type PodStep, type PodWorkerOptions } from './worker-options.ts';

type StartAction = PodAction & { readonly kind: 'startContainer' };

export interface ContainerStartsParts {
  readonly options: PodWorkerOptions;
  /** By name of the container; failures are noted there. */
  readonly notes: Map<string, ContainerNote>;
  readonly probes: PodProbes;
  readonly pod: () => Pod;
  /** Aborts when nothing of the pod is to be started any more. */
  readonly stopping: AbortSignal;
  readonly recordEvent: (event: RecordedEvent) => void;
  /** How often what the pod refers to has changed. */
  readonly changes: () => number;
  readonly onStep: (step: PodStep) => void;
  /** Called when a start is over, however it ended. */
  readonly onSettled: () => void;
}

const RETRY_MS = 10_000;
const LONGEST_PULL_RETRY_MS = 300_000;
/** How long a failure is shown before it is shown that the next try waits. */
const SHOWN_MS = 2_000;

/**
 * Starts containers of one pod. Starting may take long, as when an image is pulled; meanwhile the pod can be deleted, and
 * others of its containers started.
 */
export class ContainerStarts {
  readonly #parts: ContainerStartsParts;
  readonly #running = new Map<string, Promise<void>>();

  constructor(parts: ContainerStartsParts) {
    this.#parts = parts;
  }

  /** Whether a container of this name is being started. */
  has(name: string): boolean {
    return this.#running.has(name);
  }

  begin(action: StartAction, sandboxId: string): void {
    const { name } = action.container;
    const start = this.#start(action, sandboxId)
      .finally(() => {
        this.#running.delete(name);
        this.#parts.onSettled();
      })
      .catch((error: unknown) => this.#logError(name, error));
    this.#running.set(name, start);
  }

  /** Resolves when nothing is being started any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.values());
  }

  async #start({ container, attempt, backOff }: StartAction, sandboxId: string): Promise<void> {
    const { options, notes, stopping, recordEvent, onStep, changes } = this.#parts;
    const { runtime, preparation } = options;
    const { name } = container;
    const seen = changes();
    let created: ContainerStatus | undefined;
    try {
      const pod = await this.#podWithAddress(sandboxId);
      onStep('prepareContainer');
      const config = await preparation.prepareContainer(pod, container, attempt, { signal: stopping, recordEvent });
      if (stopping.aborted) return;
      await options.protectPod?.(pod);
      if (stopping.aborted) return;
      onStep('createContainer');
      const processesOf = await this.#findTarget(container, sandboxId);
      created = await runtime.createContainer(sandboxId, { ...config, ...(processesOf && { processesOf }) });
      recordEvent({ type: 'Normal', reason: 'Created', message: `Created container: ${name}` });
      if (stopping.aborted) return;
      onStep('startContainer');
      await runtime.startContainer(created.id);
      onStep('containerStarted');
      recordEvent({ type: 'Normal', reason: 'Started', message: `Started container ${name}` });
      const { probes } = notes.get(name) ?? {};
      notes.set(name, { backOff, ...(probes?.attempt === attempt && { probes }) });
      await this.#runPostStartHook(container, created, sandboxId);
    } catch (error) {
      if (stopping.aborted) return;
      await this.#noteFailure(container, toError(error), created, backOff);
      // What was missing may have come after it was looked for.
      const note = notes.get(name);
      if (note?.problem?.reason !== 'CreateContainerConfigError' || seen === changes()) return;
      notes.set(name, { ...note, problem: { ...note.problem, retryAt: 0 } });
    }
  }

  /** The id of the container whose processes a debug container sees. */
  async #findTarget({ targetContainerName: name = '' }: AnyContainer, sandboxId: string): Promise<string | undefined> {
    if (name === '') return undefined;
    const found = await this.#parts.options.runtime.listContainers(new Set([sandboxId]));
    const target = latestAttempt(found, name);
    if (target?.state === 'running') return target.id;
    throw new ContainerProblemError('CreateContainerError', `unable to find target container ${JSON.stringify(name)}`);
  }

  /** The address of a new sandbox is often not in the API server's copy of the pod yet. */
  async #podWithAddress(sandboxId: string): Promise<Pod> {
    const { node } = this.#parts.options;
    const pod = this.#parts.pod();
    const address = pod.spec?.hostNetwork === true ? node.hostIP : await this.#address(sandboxId);
    const addresses = {
      podIP: address,
      podIPs: [{ ip: address }],
      hostIP: node.hostIP,
      hostIPs: [{ ip: node.hostIP }],
    };
    return address === '' ? pod : { ...pod, status: { ...pod.status, ...addresses } };
  }

  async #address(sandboxId: string): Promise<string> {
    const sandboxes = await this.#parts.options.runtime.listSandboxes(this.#parts.pod().metadata.uid ?? '');
    return sandboxes.find(({ id }) => id === sandboxId)?.address ?? '';
  }

  /** A container whose postStart hook fails is ended, and restarted as its pod states. */
  async #runPostStartHook(container: Container, created: ContainerStatus, sandboxId: string): Promise<void> {
    const { options, notes, probes, stopping, recordEvent, onStep } = this.#parts;
    const handler = container.lifecycle?.postStart;
    if (handler === undefined) return;
    const pod = this.#parts.pod();
    const target = probes.target(pod, created.id, await this.#address(sandboxId));
    onStep('runPostStartHook');
    const failure = await runLifecycleHook(handler, { pod, container, target, clock: options.clock }, stopping);
    if (failure === undefined || stopping.aborted) return;
    recordEvent({ type: 'Warning', reason: 'FailedPostStartHook', message: `PostStartHook failed: ${failure}` });
    const kill = { attempt: created.attempt, message: 'FailedPostStartHook' };
    notes.set(container.name, { ...notes.get(container.name), kill });
  }

  async #noteFailure(
    container: Container,
    error: Error,
    created: ContainerStatus | undefined,
    backOff: ContainerNote['backOff'],
  ): Promise<void> {
    const { options, notes, recordEvent } = this.#parts;
    const now = options.clock.now();
    const reason = created === undefined ? creationReason(error) : 'RunContainerError';
    for (const event of failureEvents(container.image ?? '', reason, error.message)) recordEvent(event);
    const known = notes.get(container.name)?.problem;
    const before = reason === 'ErrImagePull' && known?.reason === reason ? known.delayMs : 0;
    // One that has ended with a status of its own is restarted like others, by the back-off of its container.
    const hasEnded = await this.#hasEnded(created).catch((failure: unknown) => {
      this.#logError(container.name, failure);
      return false;
    });
    const delayMs = hasEnded ? 0 : before === 0 ? RETRY_MS : Math.min(before * 2, LONGEST_PULL_RETRY_MS);
    const problem = { reason, message: error.message, delayMs, retryAt: now + delayMs, shownUntil: now + SHOWN_MS };
    notes.set(container.name, { backOff, problem });
  }

  #logError(container: string, error: unknown): void {
    const { namespace, name } = this.#parts.pod().metadata;
    const details = { pod: `${namespace}/${name}`, container, error: toError(error) };
    this.#parts.options.logger.error('starting a container failed', details);
  }

  async #hasEnded(created: ContainerStatus | undefined): Promise<boolean> {
    if (created === undefined) return false;
    const containers = await this.#parts.options.runtime.listContainers(new Set([created.sandboxId]));
    return containers.find(({ id }) => id === created.id)?.state === 'exited';
  }
}

function creationReason(error: Error): string {
  return error instanceof ContainerProblemError ? error.reason : 'CreateContainerError';
}

/** What other kubelets record for a container that could not be made or started. */
function failureEvents(image: string, reason: string, message: string): readonly RecordedEvent[] {
  const failed = (text: string): RecordedEvent => ({ type: 'Warning', reason: 'Failed', message: text });
  switch (reason) {
    case 'ErrImagePull':
      return [failed(`Failed to pull image "${image}": ${message}`), failed(`Error: ${reason}`)];
    case 'InvalidImageName': {
      const inspected = `Failed to apply default image tag "${image}": ${message}`;
      return [{ type: 'Warning', reason: 'InspectFailed', message: inspected }, failed(`Error: ${reason}`)];
    }
    case 'ErrImageNeverPull':
      return [{ type: 'Warning', reason, message }, failed(`Error: ${reason}`)];
    default:
      return [failed(`Error: ${message}`)];
  }
}
