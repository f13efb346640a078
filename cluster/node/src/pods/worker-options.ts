import { type Clock, KubeminError, type Logger, type Random } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import type { RecordedEvent } from '@kubemin/controller';
import type { Container, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import type { ContainerConfig, ContainerRuntime, ContainerStatus, SandboxConfig } from '../runtime/index.ts';
import type { AnyContainer } from './pod-observation.ts';
import type { NodeRoom } from './pod-resize.ts';
import type { StatusNode } from './pod-status.ts';

/** Why a container could not be made; shown in its status and tried again later. */
export class ContainerProblemError extends KubeminError {
  readonly reason: string;

  constructor(reason: string, message: string, cause?: unknown) {
    super(
      verbatim(message),
      cause === undefined ? { code: 'CONTAINER_PROBLEM' } : { code: 'CONTAINER_PROBLEM', cause },
    );
    this.reason = reason;
  }
}

/** How a container is prepared. */
export interface PreparationContext {
  /** Aborts when the pod is to end. */
  readonly signal: AbortSignal;
  /** Records what happens meanwhile, as that an image is pulled. */
  readonly recordEvent: (event: RecordedEvent) => void;
}

/** Gives containers what they are made from: image, environment, volumes. */
export interface ContainerPreparation {
  /**
   * Everything that a pod needs before its sandbox is made: its directories and volumes. Rejects with a
   * ContainerProblemError `FailedMount` for a volume that cannot be made yet.
   */
  preparePod(pod: Pod, context: PreparationContext): Promise<Omit<SandboxConfig, 'pod' | 'attempt'>>;
  /** Rejects with a ContainerProblemError that names what is missing. */
  prepareContainer(
    pod: Pod,
    container: AnyContainer,
    attempt: number,
    context: PreparationContext,
  ): Promise<ContainerConfig>;
  /** What a container that has ended left as its message; empty for nothing. */
  terminationMessage(pod: Pod, container: Container, status: ContainerStatus): Promise<string>;
  /** What the end of a container needs to be understood, where this node knows it. */
  explainEnd(pod: Pod, status: ContainerStatus): Promise<RecordedEvent | undefined>;
  /** Writes the volumes of a running pod again where what they are made from has changed. */
  refreshPod(pod: Pod): Promise<void>;
  /** Why the pod must leave this node, with the message of other kubelets: it uses more of a volume than it may. */
  findEviction(pod: Pod): Promise<string | undefined>;
  /** Removes what preparePod made; the data of persistent volumes stays. */
  cleanUpPod(pod: Pod): Promise<void>;
}

/** What the worker reports to; the API server in a cluster. */
export interface PodReports {
  /** Writes the status in place of the one that was written before; false when the pod does not exist any more. */
  writeStatus(pod: Pod, status: PodStatus, before?: PodStatus): Promise<boolean>;
  /** Confirms to the API server that nothing of the pod is left on the node. */
  confirmDeletion(pod: Pod): Promise<void>;
  recordEvent(pod: Pod, event: RecordedEvent): void;
}

/** Everything that a worker does beyond its own memory, in the order of a pod's life. */
export const POD_STEPS = [
  'preparePod',
  'runSandbox',
  'sandboxRuns',
  'prepareContainer',
  'createContainer',
  'startContainer',
  'containerStarted',
  'runPostStartHook',
  'reportStatus',
  'updateContainer',
  'killContainer',
  'runPreStopHook',
  'stopContainer',
  'removeContainer',
  'stopSandbox',
  'reportEnd',
  'removeSandbox',
  'cleanUpPod',
  'confirmDeletion',
  'deletionConfirmed',
] as const;

export type PodStep = (typeof POD_STEPS)[number];

/** Counts the probes of containers. */
export interface ProbeObserver {
  probed(probe: {
    readonly pod: Pod;
    readonly container: string;
    readonly kind: 'Startup' | 'Readiness' | 'Liveness';
    readonly isSuccess: boolean;
    readonly durationMs: number;
  }): void;
  /** The pod is not probed any more. */
  forget(pod: Pod): void;
}

export interface PodWorkerOptions {
  readonly runtime: ContainerRuntime;
  readonly preparation: ContainerPreparation;
  readonly reports: PodReports;
  readonly node: StatusNode;
  /** @default pods are not resized while they run */
  readonly room?: NodeRoom | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly probeObserver?: ProbeObserver | undefined;
  /** Resolves when a pod, which has its address, may run: before each of its containers is created. @default at once */
  readonly protectPod?: ((pod: Pod) => Promise<void>) | undefined;
  /** Called before each step: tests end the process there. */
  readonly onStep?: ((step: PodStep, pod: Pod) => void) | undefined;
}
