import type { RecordedEvent } from '@kubemin/controller';
import { timestamp } from '@kubemin/kubeapi';
import type {
  Container,
  ContainerState,
  ContainerStateTerminated,
  ContainerStatus,
  Pod,
  PodCondition,
  PodStatus,
} from '@kubemin/kubeapi/types/core.v1';
import type { ContainerStatus as RuntimeContainer } from '../runtime/index.ts';
import { endedPod } from './pod-end.ts';
import {
  type ContainerProblem,
  isRestarted,
  isSidecarContainer,
  latestAttempt,
  type PodObservation,
  podRestartPolicy,
  type RestartPolicy,
} from './pod-observation.ts';
import { hasEnded, nextStart } from './pod-plan.ts';
import { RESIZE_CONDITIONS } from './pod-resize.ts';
import { podConditions, podPhase } from './pod-summary.ts';

/** The node that reports. */
export interface StatusNode {
  readonly hostIP: string;
  /** What container ids begin with: `sandbox`. */
  readonly runtime: string;
}

/** The part of a pod's status that its node reports, from what was observed. Pure: the same observation, the same status. */
export function podStatus(observation: PodObservation, node: StatusNode): PodStatus {
  const { pod, sandbox, now } = observation;
  const { hostIP } = node;
  const inits = pod.spec?.initContainers ?? [];
  const policy = podRestartPolicy(pod);
  const initContainerStatuses = inits.map((container) => {
    const initPolicy = isSidecarContainer(container) ? 'Always' : policy === 'Always' ? 'OnFailure' : policy;
    return containerStatus(observation, container, {
      ...node,
      policy: initPolicy,
      waiting: 'PodInitializing',
      isInit: true,
    });
  });
  const incomplete = incompleteInits(observation, initContainerStatuses);
  const waiting = incomplete.length > 0 ? 'PodInitializing' : 'ContainerCreating';
  const containerStatuses = (pod.spec?.containers ?? []).map((container) =>
    containerStatus(observation, container, { ...node, policy, waiting, isInit: false }),
  );
  const ephemeral = (pod.spec?.ephemeralContainers ?? []).map((container) =>
    containerStatus(observation, container, { ...node, policy: 'Never', waiting: 'ContainerCreating', isInit: false }),
  );
  const initFailed = policy === 'Never' && incomplete.length > 0 && hasEnded(observation);
  const reached = podPhase(pod, { containerStatuses, incomplete, initFailed });
  // A pod is not over while one of its sidecars runs.
  const phase = isTerminal(reached) && !hasEnded(observation) ? 'Running' : reached;
  const sidecarStatuses = initContainerStatuses.filter((_, index) => {
    const container = inits[index];
    return container !== undefined && isSidecarContainer(container);
  });
  const isReady = sandbox?.state === 'ready';
  const address = pod.spec?.hostNetwork === true ? hostIP : isReady ? sandbox.address : (pod.status?.podIP ?? '');
  const summary = { pod, containerStatuses, sidecarStatuses, incomplete, sandboxed: isReady, phase, now };
  return {
    phase,
    ...(pod.metadata.generation !== undefined && { observedGeneration: pod.metadata.generation }),
    conditions: [...podConditions(summary), ...(observation.resources?.conditions ?? [])],
    hostIP,
    hostIPs: [{ ip: hostIP }],
    ...(address !== '' && { podIP: address, podIPs: [{ ip: address }] }),
    startTime: pod.status?.startTime ?? timestamp(now),
    ...(initContainerStatuses.length > 0 && { initContainerStatuses }),
    containerStatuses,
    ...(ephemeral.length > 0 && { ephemeralContainerStatuses: ephemeral }),
    ...(pod.status?.qosClass !== undefined && { qosClass: pod.status.qosClass }),
  };
}

function isTerminal(phase: string): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Why a node ended a pod that would have gone on, or did not begin it. */
export interface PodFailure {
  readonly reason: string;
  readonly message: string;
  /** How long its containers have to end. @default the grace period of the pod */
  readonly graceMs?: number;
  /** The message of the condition DisruptionTarget, for a pod that is taken away although it did nothing wrong. */
  readonly disruption?: string;
  /** @default reason and message of the failure, as a normal event */
  readonly event?: RecordedEvent;
  /** The node has not admitted it: nothing of it was ever started. */
  readonly isRejection?: boolean;
}

/** The exit code of what is still reported as running then. */
const KILLED = 137;

/**
 * The last status of a pod that has been ended, because it was deleted or for the given failure: all its containers are
 * terminated, those that never ran as unknown. It succeeded only when all of them did. Pure, like podStatus.
 */
export function endedPodStatus(observation: PodObservation, node: StatusNode, failure?: PodFailure): PodStatus {
  const { pod, now } = observation;
  const status = podStatus(observation, node);
  const ended = { ...status, ...endedPod({ ...pod, status }, { now, exitCode: KILLED }) };
  if (failure === undefined) return ended;
  const { reason, message, disruption, isRejection } = failure;
  const failed = { phase: 'Failed', reason, message };
  if (isRejection === true) return { ...failed, startTime: pod.status?.startTime ?? timestamp(now) };
  const conditions = disruption === undefined ? [] : [disruptionTarget(pod, disruption, now)];
  return { ...ended, ...failed, conditions: [...(ended.conditions ?? []), ...conditions] };
}

function disruptionTarget(pod: Pod, message: string, now: number): PodCondition {
  const known = pod.status?.conditions?.find(({ type }) => type === 'DisruptionTarget');
  // Whatever took the pod away first is the reason.
  if (known?.status === 'True') return known;
  const condition = { type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet', message };
  return { ...condition, lastTransitionTime: timestamp(now) };
}

interface StatusOptions extends StatusNode {
  readonly policy: RestartPolicy;
  /** The reason for a container that was not made yet. */
  readonly waiting: string;
  readonly isInit: boolean;
}

function containerStatus(observation: PodObservation, container: Container, options: StatusOptions): ContainerStatus {
  const { containers, notes, pod } = observation;
  const { name } = container;
  const latest = latestAttempt(containers, name);
  const reported = knownStatus(pod, name);
  const { problem } = notes.get(name) ?? {};
  if (latest === undefined || latest.state === 'created') {
    const waiting = problem === undefined ? undefined : shownProblem(container.image ?? '', problem, observation.now);
    const state: ContainerState = { waiting: waiting ?? { reason: options.waiting } };
    // Of attempts that the runtime no longer has only what was reported is known.
    const lastState = reported?.state?.terminated === undefined ? (reported?.lastState ?? {}) : reported.state;
    return {
      ...{ name, image: container.image ?? '', imageID: '', ready: false, started: false, lastState, state },
      restartCount: latest?.attempt ?? reported?.restartCount ?? 0,
    };
  }
  const state = containerState(observation, container, latest, options);
  const previous = containers.find((status) => status.name === name && status.attempt === latest.attempt - 1);
  const isWaiting = state.waiting !== undefined;
  const ended = isWaiting ? latest : previous;
  const isRunning = state.running !== undefined;
  return {
    name,
    image: latest.image.reference,
    imageID: latest.image.id,
    containerID: containerId(latest, options),
    restartCount: latest.attempt,
    ...readiness(observation, container, latest, isRunning, options, reported),
    ...(isRunning && containerDetails(observation, container, latest)),
    state,
    lastState: ended?.state === 'exited' ? { terminated: termination(ended, options) } : (reported?.lastState ?? {}),
  };
}

/** What a container that runs has of what its pod asks for. */
function containerDetails(
  { resources: known }: PodObservation,
  { name, volumeMounts = [] }: Container,
  { id, user }: RuntimeContainer,
): Partial<ContainerStatus> {
  const resources = known?.applied(id);
  const allocatedResources = known?.allocated(name)?.requests;
  return {
    ...(resources !== undefined && { resources }),
    ...(allocatedResources !== undefined && { allocatedResources }),
    ...(user !== undefined && {
      user: { linux: { uid: user.uid, gid: user.gid, supplementalGroups: [user.gid, ...user.groups] } },
    }),
    ...(volumeMounts.length > 0 && {
      volumeMounts: volumeMounts.map(({ name: volume, mountPath, readOnly, recursiveReadOnly = 'Disabled' }) => ({
        ...{ name: volume, mountPath },
        ...(readOnly === true && { readOnly, recursiveReadOnly }),
      })),
    }),
  };
}

/** A failed pull is shown for some time, and then that the next one waits. */
function shownProblem(
  image: string,
  { reason, message, shownUntil }: ContainerProblem,
  now: number,
): { readonly reason: string; readonly message: string } {
  if (reason !== 'ErrImagePull' || now < shownUntil) return { reason, message };
  return { reason: 'ImagePullBackOff', message: `Back-off pulling image "${image}": ${reason}: ${message}` };
}

function containerState(
  observation: PodObservation,
  container: Container,
  latest: RuntimeContainer,
  options: StatusOptions,
): ContainerState {
  const { notes, now } = observation;
  if (latest.state === 'running') return { running: { startedAt: timestamp(latest.startedAt ?? now) } };
  if (!isRestarted(options.policy, latest.exitCode)) return { terminated: termination(latest, options) };
  const { problem, backOff } = notes.get(latest.name) ?? {};
  // That a program cannot be executed is shown for some time, and then that its restart waits.
  const isOver = problem?.reason === 'RunContainerError' && now >= problem.shownUntil;
  if (problem !== undefined && !isOver) return { waiting: shownProblem(container.image ?? '', problem, now) };
  if (backOff === undefined || nextStart(latest, backOff, now).at <= now)
    return { terminated: termination(latest, options) };
  return {
    waiting: { reason: 'CrashLoopBackOff', message: backOffMessage(observation.pod, latest.name, backOff.delayMs) },
  };
}

function backOffMessage({ metadata }: Pod, container: string, delayMs: number): string {
  const delay = delayMs % 60_000 === 0 ? `${delayMs / 60_000}m0s` : formatSeconds(delayMs);
  const { name, namespace, uid } = metadata;
  return `back-off ${delay} restarting failed container=${container} pod=${name}_${namespace}(${uid})`;
}

function formatSeconds(delayMs: number): string {
  const minutes = Math.floor(delayMs / 60_000);
  const seconds = (delayMs % 60_000) / 1000;
  return minutes === 0 ? `${seconds}s` : `${minutes}m${seconds}s`;
}

function termination(status: RuntimeContainer, node: StatusNode): ContainerStateTerminated {
  const { startedAt, finishedAt, createdAt, exitCode = 0, reason, message } = status;
  return {
    exitCode,
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
    startedAt: timestamp(startedAt ?? createdAt),
    finishedAt: timestamp(finishedAt ?? createdAt),
    containerID: containerId(status, node),
  };
}

/** Probes decide for the attempt that they have looked at; a container without probes is ready when it runs. */
function readiness(
  { notes }: PodObservation,
  container: Container,
  latest: RuntimeContainer,
  isRunning: boolean,
  options: StatusOptions,
  reported: ContainerStatus | undefined,
): Pick<ContainerStatus, 'ready' | 'started'> {
  const { isInit, policy } = options;
  if (isInit && policy !== 'Always') {
    return { ready: latest.state === 'exited' && latest.exitCode === 0, started: isRunning };
  }
  const { probes } = notes.get(container.name) ?? {};
  const own = probes?.attempt === latest.attempt ? probes : undefined;
  // Until its first probes an agent that was restarted keeps to what was reported of the same container.
  const known = reported?.containerID === containerId(latest, options) ? reported : undefined;
  const results = own ?? known;
  const started = isRunning && (container.startupProbe === undefined || results?.started === true);
  return { ready: started && (container.readinessProbe === undefined || results?.ready === true), started };
}

/** Init containers that are not done; none once a container of the pod has been started. */
function incompleteInits(
  { pod, containers, sandbox }: PodObservation,
  statuses: readonly ContainerStatus[],
): readonly string[] {
  const apps = pod.spec?.containers ?? [];
  if (apps.some(({ name }) => latestAttempt(containers, name, sandbox?.id))) return [];
  const inits = pod.spec?.initContainers ?? [];
  return inits
    .filter((container, index) => {
      const status = statuses[index];
      if (isSidecarContainer(container)) return status?.started !== true;
      return status?.state?.terminated?.exitCode !== 0;
    })
    .map(({ name }) => name);
}

function knownStatus({ status }: Pod, name: string): ContainerStatus | undefined {
  const { containerStatuses = [], initContainerStatuses = [], ephemeralContainerStatuses = [] } = status ?? {};
  return [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses].find(
    (one) => one.name === name,
  );
}

function containerId({ id }: RuntimeContainer, { runtime }: StatusNode): string {
  return `${runtime}://${id}`;
}

/**
 * What turns the status that is stored into the one that is wanted. Conditions are merged by type: why one did not hold
 * has to be taken back in so many words, or it would stand beside one that does. What is seen as stored may be older than what was
 * reported last: both may be there.
 */
export function statusPatch(
  stored: PodStatus | undefined,
  { conditions, ...wanted }: PodStatus,
  reported?: PodStatus | undefined,
): object {
  const known = [stored, reported];
  // A static pod that was ended runs again with the next start of its node.
  const rest = { ...surplusFields(known, wanted), ...wanted };
  if (conditions === undefined) return rest;
  const before = known.flatMap((status) => status?.conditions ?? []);
  const isWanted = (type: string): boolean => conditions.some((next) => next.type === type);
  const over = RESIZE_CONDITIONS.filter((type) => !isWanted(type) && before.some((one) => one.type === type));
  return {
    ...rest,
    conditions: [
      ...conditions.map((next) => {
        const sameType = before.filter(({ type }) => type === next.type);
        return { ...surplusFields(sameType, next), ...next };
      }),
      ...over.map((type) => ({ type, $patch: 'delete' })),
    ],
  };
}

interface Explained {
  readonly reason?: string;
  readonly message?: string;
}

/** Fields that the status or condition has had and the wanted one does not, as null. */
function surplusFields(known: readonly (Explained | undefined)[], wanted: Explained): Readonly<Record<string, null>> {
  const fields = (['reason', 'message'] as const).filter(
    (field) => wanted[field] === undefined && known.some((one) => one?.[field] !== undefined),
  );
  return Object.fromEntries(fields.map((field) => [field, null]));
}
