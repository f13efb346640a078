import type { Container, EphemeralContainer, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ContainerStatus, SandboxStatus } from '../runtime/index.ts';
import type { AppliedResources } from './pod-resize.ts';

/** A container of any kind. */
export type AnyContainer = Container & Pick<EphemeralContainer, 'targetContainerName'>;

/** Everything that decides what is done next for a pod, and what is reported of it. Plain data: see planPod and podStatus. */
export interface PodObservation {
  readonly pod: Pod;
  /** The newest sandbox of the pod, whatever its state. */
  readonly sandbox: SandboxStatus | undefined;
  /** All containers of all its sandboxes. */
  readonly containers: readonly ContainerStatus[];
  /** By name of the container, what the worker knows beyond the runtime. */
  readonly notes: ReadonlyMap<string, ContainerNote>;
  /** What its containers have of CPU and memory; see PodResize. */
  readonly resources?: AppliedResources | undefined;
  readonly now: number;
}

/** What the worker remembers of a container; lost when the agent is restarted, as with other kubelets. */
export interface ContainerNote {
  /** Why it could not be made or started the last time, and when that is tried again. */
  readonly problem?: ContainerProblem | undefined;
  /** The restart delay that applies after the next end. */
  readonly backOff?: BackOff | undefined;
  /** Results of probes for the attempt that runs; containers without probes have none. */
  readonly probes?: ProbeResults | undefined;
  /** The running attempt is to be ended, for instance because its liveness probe failed. */
  readonly kill?: ContainerKill | undefined;
}

export interface ContainerKill {
  readonly attempt: number;
  readonly message: string;
  /** How long it has to end. @default that of the pod */
  readonly graceSeconds?: number | undefined;
}

export interface ContainerProblem {
  /** As shown in `state.waiting.reason`: `ErrImagePull`, `CreateContainerConfigError`, … */
  readonly reason: string;
  readonly message: string;
  /** How long it waits before the next try. */
  readonly delayMs: number;
  readonly retryAt: number;
  /** Until then the failure itself is shown, and after it that its next try waits: `ImagePullBackOff`, `CrashLoopBackOff`. */
  readonly shownUntil: number;
}

export interface BackOff {
  readonly delayMs: number;
  /** When it was last made longer; a container that then ran for long begins with the shortest again. */
  readonly updatedAt: number;
}

export interface ProbeResults {
  readonly attempt: number;
  readonly started: boolean;
  readonly ready: boolean;
}

/** How the containers of a pod are restarted. */
export type RestartPolicy = 'Always' | 'OnFailure' | 'Never';

export function podRestartPolicy({ spec }: Pod): RestartPolicy {
  const policy = spec?.restartPolicy;
  return policy === 'OnFailure' || policy === 'Never' ? policy : 'Always';
}

/** Whether an init container stays beside the others. */
export function isSidecarContainer(container: Container): boolean {
  return container.restartPolicy === 'Always';
}

/** The newest attempt of a container, in any sandbox or in the given one. */
export function latestAttempt(
  containers: readonly ContainerStatus[],
  name: string,
  sandboxId?: string,
): ContainerStatus | undefined {
  let latest: ContainerStatus | undefined;
  for (const status of containers) {
    if (status.name !== name || (sandboxId !== undefined && status.sandboxId !== sandboxId)) continue;
    if (latest === undefined || status.attempt > latest.attempt) latest = status;
  }
  return latest;
}

/** Whether a container that ended like this is started again. */
export function isRestarted(policy: RestartPolicy, exitCode: number | undefined): boolean {
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}
