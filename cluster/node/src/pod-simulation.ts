import type { RecordedEvent } from '@kubemin/controller';
import { timestamp } from '@kubemin/kubeapi';
import type { Container, ContainerStatus, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import { podConditions, podPhase } from './pod-summary.ts';
import type { ContainerLives } from './rules/container-lives.ts';
import { behaviourOf, type PodBehaviour } from './rules/pod-behaviour.ts';
import { RuleSet } from './rules/rule-set.ts';
import type { ContainerScenario, ContainerStep } from './scenarios/container-scenario.ts';
import { imagePullErrorScenario } from './scenarios/image-pull-error-scenario.ts';
import { lifeScenario, startEvents } from './scenarios/life-scenario.ts';
import { madeStatus, waitingStatus } from './simulated-container.ts';

const SCENARIOS: Readonly<Record<PodBehaviour['image'], ContainerScenario>> = {
  pulled: lifeScenario,
  missing: imagePullErrorScenario,
};

const FOR_EVER: ContainerLives = { crashes: 0, crashCode: 1, forMs: undefined, exitCode: 0 };

/** What a pod gets from its node. */
export interface PodSurroundings {
  readonly now: number;
  readonly hostIP: string;
  readonly podIP: string;
  /** @default none */
  readonly rules?: RuleSet;
}

/** What is to be said of a pod from now on. */
export interface PodStep {
  readonly status: PodStatus;
  readonly events: readonly RecordedEvent[];
  /** When to look again although nothing changed. */
  readonly wakeAfterMs?: number | undefined;
}

/** What the node says of the pod now. Pure, and a function of the stored pod: saying it twice changes nothing. */
export function simulatePod(pod: Pod, { now, hostIP, podIP, rules = new RuleSet() }: PodSurroundings): PodStep {
  const behaviour = behaviourOf(pod, rules);
  const startTime = pod.status?.startTime ?? timestamp(now);
  const startsInMs = pod.status?.containerStatuses?.some(isMade)
    ? 0
    : Math.min(behaviour.startDelayMs, Date.parse(startTime) + behaviour.startDelayMs - now);
  const { containers = [], initContainers = [] } = pod.spec ?? {};
  const started = startsInMs <= 0;
  const inits = started ? initContainers.map((container) => initStep(pod, container, now)) : [];
  const mains = started ? containers.map((container) => mainStep(pod, container, now, behaviour)) : [];
  const creating = initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
  const containerStatuses = started
    ? mains.map(({ status }) => status)
    : containers.map((container) => waitingStatus(container, creating));
  const phase = podPhase(pod, containerStatuses);
  const addresses = started ? { podIP, podIPs: [{ ip: podIP }] } : {};
  const steps = [...inits, ...mains];
  return {
    status: {
      phase,
      startTime,
      hostIP,
      hostIPs: [{ ip: hostIP }],
      ...addresses,
      conditions: podConditions({ pod, containerStatuses, initialized: started, phase, now }),
      ...(inits.length > 0 && { initContainerStatuses: inits.map(({ status }) => status) }),
      containerStatuses,
    },
    events: steps.flatMap(({ events }) => events),
    wakeAfterMs: started ? earliest(steps) : startsInMs,
  };
}

/** Init containers succeed at once; those that stay beside the others (sidecars) run. */
function initStep(pod: Pod, container: Container, now: number): ContainerStep {
  const known = pod.status?.initContainerStatuses?.find(({ name }) => name === container.name);
  if (container.restartPolicy === 'Always') return lifeScenario({ pod, container, known, now, lives: FOR_EVER });
  if (known?.state?.terminated !== undefined) return { status: known, events: [] };
  const time = timestamp(now);
  const terminated = { exitCode: 0, reason: 'Completed', startedAt: time, finishedAt: time };
  const status = { ...madeStatus({ pod, container, state: { terminated } }), ready: true };
  return { status, events: startEvents(container) };
}

function mainStep(pod: Pod, container: Container, now: number, behaviour: PodBehaviour): ContainerStep {
  const found = pod.status?.containerStatuses?.find(({ name }) => name === container.name);
  // A container that only waited to be created has no history a scenario could go on from.
  const known = found && (isMade(found) || isPulling(found)) ? found : undefined;
  return whenReady(SCENARIOS[behaviour.image]({ pod, container, known, now, lives: behaviour.lives }), behaviour, now);
}

/** Running is not yet ready, if the behaviour says so. */
function whenReady(step: ContainerStep, { readyAfterMs }: PodBehaviour, now: number): ContainerStep {
  const startedAt = step.status.state?.running?.startedAt;
  if (startedAt === undefined) return step;
  if (readyAfterMs === undefined) {
    const failed = {
      type: 'Warning',
      reason: 'Unhealthy',
      message: 'Readiness probe failed: so the rules say (simulated)',
    } as const;
    const events = step.events.length === 0 ? [] : [...step.events, failed];
    return { ...step, status: { ...step.status, ready: false }, events };
  }
  const leftMs = Math.min(readyAfterMs, Date.parse(startedAt) + readyAfterMs - now);
  const ready = leftMs <= 0;
  const status = step.status.ready === ready ? step.status : { ...step.status, ready };
  if (ready) return { ...step, status };
  return { ...step, status, wakeAfterMs: Math.min(leftMs, step.wakeAfterMs ?? leftMs) };
}

function isMade({ containerID }: ContainerStatus): boolean {
  return containerID !== undefined && containerID !== '';
}

function isPulling({ state }: ContainerStatus): boolean {
  return state?.waiting?.reason === 'ErrImagePull' || state?.waiting?.reason === 'ImagePullBackOff';
}

function earliest(steps: readonly ContainerStep[]): number | undefined {
  const wakes = steps.map(({ wakeAfterMs }) => wakeAfterMs).filter((wake) => wake !== undefined);
  return wakes.length === 0 ? undefined : Math.min(...wakes);
}
