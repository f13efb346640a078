import type { Container, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ContainerStatus } from '../runtime/index.ts';
import {
  type AnyContainer,
  type BackOff,
  isRestarted,
  isSidecarContainer,
  latestAttempt,
  type PodObservation,
  podRestartPolicy,
  type RestartPolicy,
} from './pod-observation.ts';

const FIRST_BACK_OFF_MS = 10_000;
const LONGEST_BACK_OFF_MS = 300_000;
/** A container that was left alone for this long begins with the shortest delay again. */
const FORGET_BACK_OFF_MS = 2 * LONGEST_BACK_OFF_MS;

/** One thing to do for a pod; those of one plan are independent of each other. */
export type PodAction =
  | { readonly kind: 'runSandbox'; readonly attempt: number }
  | {
      readonly kind: 'startContainer';
      readonly container: AnyContainer;
      readonly attempt: number;
      readonly backOff: BackOff | undefined;
    }
  | {
      readonly kind: 'killContainer';
      readonly id: string;
      readonly name: string;
      readonly message: string;
      readonly graceSeconds?: number | undefined;
    }
  | { readonly kind: 'stopSandbox'; readonly id: string }
  /** Earlier attempts that nothing refers to any more, and containers that were made and never started. */
  | { readonly kind: 'removeContainer'; readonly id: string; readonly name: string };

export interface PodPlan {
  readonly actions: readonly PodAction[];
  /** When time alone changes what is to be done; undefined when only an event does. */
  readonly wakeAt: number | undefined;
}

/**
 * What is to be done next for a pod that is to run: makes its sandbox, runs its init containers one after the other, starts
 * sidecars and containers, restarts what ended. It is asked again after each action and each event; given the same
 * observation it returns the same plan.
 */
export function planPod(observation: PodObservation): PodPlan {
  const { pod, sandbox, containers } = observation;
  const plan = new PlanBuilder(observation);
  if (hasEnded(observation)) {
    if (sandbox?.state === 'ready') plan.add({ kind: 'stopSandbox', id: sandbox.id });
    return plan.build();
  }
  if (sandbox?.state !== 'ready') {
    // Containers may have outlived what held their namespaces; a second one must not run beside them.
    const left = new Set(containers.filter(({ state }) => state === 'running').map(({ sandboxId }) => sandboxId));
    for (const id of left) plan.add({ kind: 'stopSandbox', id });
    if (left.size > 0) return plan.build();
    plan.add({ kind: 'runSandbox', attempt: sandbox === undefined ? 0 : sandbox.attempt + 1 });
    return plan.build();
  }
  const apps = pod.spec?.containers ?? [];
  const areAppsDone = apps.every((container) => isDone(observation, container));
  const areInitsDone = areAppsDone || planInits(plan, observation);
  if (areAppsDone) planSidecarEnd(plan, observation);
  else if (areInitsDone) {
    for (const container of apps) plan.keepRunning(container, podRestartPolicy(pod));
  }
  if (areInitsDone) {
    for (const container of pod.spec?.ephemeralContainers ?? []) plan.keepRunning(container, 'Never');
  }
  plan.removeOld(containers);
  return plan.build();
}

/**
 * Whether all that the pod was to do is done: its containers have ended and are not started again, or an init container
 * failed for the last time. Sidecars do not count.
 */
export function hasEnded(observation: PodObservation): boolean {
  const { pod, containers, sandbox } = observation;
  // What was reported as ended stays so, as for a pod that was evicted.
  if (isTerminalPhase(pod)) return true;
  const policy = podRestartPolicy(pod);
  const apps = pod.spec?.containers ?? [];
  if (apps.length > 0 && apps.every((container) => isDone(observation, container))) {
    return !podSidecars(pod).some(({ name }) => latestAttempt(containers, name)?.state === 'running');
  }
  if (policy !== 'Never') return false;
  return (pod.spec?.initContainers ?? []).some((container) => {
    const status = latestAttempt(containers, container.name, sandbox?.id);
    return !isSidecarContainer(container) && status?.state === 'exited' && status.exitCode !== 0;
  });
}

/** Whether the API server has the pod as ended. */
export function isTerminalPhase({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/** Plans init containers in their order; true when all are done or, as sidecars, have started. */
function planInits(plan: PlanBuilder, { pod, containers, sandbox, notes }: PodObservation): boolean {
  const policy = podRestartPolicy(pod);
  // After a container of the pod has been started its init containers are not run again in this sandbox.
  const isInitialized = (pod.spec?.containers ?? []).some(({ name }) => latestAttempt(containers, name, sandbox?.id));
  let isFirst = true;
  for (const container of pod.spec?.initContainers ?? []) {
    const status = latestAttempt(containers, container.name, sandbox?.id);
    if (isSidecarContainer(container)) {
      if (isFirst || status !== undefined) plan.keepRunning(container, 'Always');
      const probes = notes.get(container.name)?.probes;
      const hasStarted =
        container.startupProbe === undefined || (probes?.attempt === status?.attempt && probes?.started === true);
      if (!isInitialized && !(status?.state === 'running' && hasStarted)) isFirst = false;
      continue;
    }
    if (isInitialized || !isFirst) continue;
    if (status?.state === 'exited' && status.exitCode === 0) continue;
    plan.keepRunning(container, policy === 'Always' ? 'OnFailure' : policy);
    isFirst = false;
  }
  return isFirst;
}

/** Sidecars end after the containers that they served, the last one first. */
function planSidecarEnd(plan: PlanBuilder, { pod, containers }: PodObservation): void {
  const running = podSidecars(pod)
    .map(({ name }) => latestAttempt(containers, name))
    .filter((status) => status?.state === 'running');
  const last = running.at(-1);
  if (last === undefined) return;
  plan.add({ kind: 'killContainer', id: last.id, name: last.name, message: `Stopping container ${last.name}` });
}

function podSidecars({ spec }: Pod): readonly Container[] {
  return (spec?.initContainers ?? []).filter(isSidecarContainer);
}

/** Whether a container has ended and is not started again. */
function isDone({ pod, containers }: PodObservation, { name }: Container): boolean {
  const status = latestAttempt(containers, name);
  return status?.state === 'exited' && !isRestarted(podRestartPolicy(pod), status.exitCode);
}

/** When a container that ended may be started again, and the delay that follows from it. */
export function nextStart(
  status: ContainerStatus,
  backOff: BackOff | undefined,
  now: number,
): { readonly at: number; readonly backOff: BackOff } {
  const isForgotten = backOff === undefined || now - backOff.updatedAt > FORGET_BACK_OFF_MS;
  if (isForgotten) return { at: now, backOff: { delayMs: FIRST_BACK_OFF_MS, updatedAt: now } };
  const at = (status.finishedAt ?? now) + backOff.delayMs;
  return { at, backOff: { delayMs: Math.min(backOff.delayMs * 2, LONGEST_BACK_OFF_MS), updatedAt: Math.max(at, now) } };
}

class PlanBuilder {
  readonly #observation: PodObservation;
  readonly #actions: PodAction[] = [];
  #wakeAt: number | undefined;

  constructor(observation: PodObservation) {
    this.#observation = observation;
  }

  add(action: PodAction): void {
    this.#actions.push(action);
  }

  build(): PodPlan {
    return { actions: this.#actions, wakeAt: this.#wakeAt };
  }

  /** Starts a container that was not started yet or is to be restarted, and ends one that must not go on. */
  keepRunning(container: AnyContainer, policy: RestartPolicy): void {
    const { containers, sandbox, notes, now } = this.#observation;
    const status = latestAttempt(containers, container.name);
    const { problem, backOff, kill } = notes.get(container.name) ?? {};
    // What ran in an earlier sandbox has ended with it, however it was.
    const isGone = status !== undefined && status.sandboxId !== sandbox?.id;
    if (status?.state === 'running' && !isGone) {
      if (kill?.attempt !== status.attempt) return;
      const { message, graceSeconds } = kill;
      this.add({ kind: 'killContainer', id: status.id, name: container.name, message, graceSeconds });
      return;
    }
    // One that was made and never started has not run: the next one has the same attempt.
    if (status?.state === 'created') {
      this.add({ kind: 'removeContainer', id: status.id, name: container.name });
      return;
    }
    if (status !== undefined && !isGone && status.state === 'exited' && !isRestarted(policy, status.exitCode)) return;
    // What is shown of the problem changes then.
    if (problem !== undefined && problem.shownUntil > now) this.#wake(problem.shownUntil);
    if (problem !== undefined && problem.retryAt > now) {
      this.#wake(problem.retryAt);
      return;
    }
    if (status === undefined) {
      this.add({ kind: 'startContainer', container, attempt: 0, backOff });
      return;
    }
    const next = isGone ? { at: now, backOff: backOff ?? undefined } : nextStart(status, backOff, now);
    if (next.at > now) this.#wake(next.at);
    else this.add({ kind: 'startContainer', container, attempt: status.attempt + 1, backOff: next.backOff });
  }

  /** Of each container the last two attempts stay: `kubectl logs --previous` and `lastState` are read from them. */
  removeOld(containers: readonly ContainerStatus[]): void {
    for (const status of containers) {
      const newer = containers.filter(({ name, attempt }) => name === status.name && attempt > status.attempt);
      if (newer.length < 2 || status.state === 'running') continue;
      this.add({ kind: 'removeContainer', id: status.id, name: status.name });
    }
  }

  #wake(at: number): void {
    this.#wakeAt = this.#wakeAt === undefined ? at : Math.min(this.#wakeAt, at);
  }
}
