import type { RecordedEvent } from '@kubemin/controller';
import type { Container, ContainerStatus, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import type { ContainerScenario, ContainerStep } from './container-scenario.ts';
import { crashLoopScenario } from './crash-loop-scenario.ts';
import { imagePullErrorScenario } from './image-pull-error-scenario.ts';
import { podConditions, podPhase } from './pod-summary.ts';
import { runScenario } from './run-scenario.ts';
import { waitingStatus } from './simulated-container.ts';
import { type Scenario, type SimulationRules, simulationRules } from './simulation-rules.ts';
import { timestamp } from './timestamp.ts';

const SCENARIOS: Readonly<Record<Scenario, ContainerScenario>> = {
  run: runScenario,
  'image-pull-error': imagePullErrorScenario,
  'crash-loop': crashLoopScenario,
};

/** What a pod gets from its node. */
export interface PodSurroundings {
  readonly now: number;
  readonly hostIP: string;
  readonly podIP: string;
}

/** What is to be said of a pod from now on. */
export interface PodStep {
  readonly status: PodStatus;
  readonly events: readonly RecordedEvent[];
  /** When to look again although nothing changed. */
  readonly wakeAfterMs?: number | undefined;
}

/** What the node says of the pod now. Pure, and a function of the stored pod: saying it twice changes nothing. */
export function simulatePod(pod: Pod, { now, hostIP, podIP }: PodSurroundings): PodStep {
  const rules = simulationRules(pod);
  const startTime = pod.status?.startTime ?? timestamp(now);
  const startsInMs = pod.status?.containerStatuses?.some(isMade)
    ? 0
    : Math.min(rules.startDelayMs, Date.parse(startTime) + rules.startDelayMs - now);
  const { containers = [], initContainers = [] } = pod.spec ?? {};
  const started = startsInMs <= 0;
  const inits = started ? initContainers.map((container) => initStep(pod, container, now)) : [];
  const mains = started ? containers.map((container) => mainStep(pod, container, now, rules)) : [];
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
  const step = runScenario({ pod, container, known, now, runDurationMs: undefined });
  if (container.restartPolicy === 'Always' || step.status.state?.terminated !== undefined) return step;
  const time = timestamp(now);
  const terminated = { exitCode: 0, reason: 'Completed', startedAt: time, finishedAt: time };
  return { ...step, status: { ...step.status, ready: true, started: false, state: { terminated } } };
}

function mainStep(pod: Pod, container: Container, now: number, rules: SimulationRules): ContainerStep {
  const found = pod.status?.containerStatuses?.find(({ name }) => name === container.name);
  // A container that only waited to be created has no history a scenario could go on from.
  const known = found && (isMade(found) || isPulling(found)) ? found : undefined;
  return SCENARIOS[rules.scenario]({ pod, container, known, now, runDurationMs: rules.runDurationMs });
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
