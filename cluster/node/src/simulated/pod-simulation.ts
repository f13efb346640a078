import type { RecordedEvent } from '@kubemin/controller';
import { timestamp } from '@kubemin/kubeapi';
import type { Container, ContainerStatus, EphemeralContainer, Pod, PodStatus } from '@kubemin/kubeapi/types/core.v1';
import { type ConfigLookup, type ConfigPlace, missingVolumes } from '../config/index.ts';
import {
  activeForMs,
  incompleteInits,
  isSidecar,
  overduePod,
  podConditions,
  podPhase,
  stoppedEphemeral,
  waitingStatus,
} from '../pods/index.ts';
import { configuredStep } from './configured-start.ts';
import { hasFailed, initSteps, stoppedSidecar } from './init-containers.ts';
import type { ContainerLives } from './rules/container-lives.ts';
import { type PodBehaviour, podBehaviour } from './rules/pod-behaviour.ts';
import { RuleSet } from './rules/rule-set.ts';
import type { ContainerScenario, ContainerStep } from './scenarios/container-scenario.ts';
import { imagePullErrorScenario } from './scenarios/image-pull-error-scenario.ts';
import { lifeScenario } from './scenarios/life-scenario.ts';
import { isMade, knownStatus } from './simulated-container.ts';
import { exceedsMemory } from './usage/pod-usage.ts';

const SCENARIOS: Readonly<Record<PodBehaviour['image'], ContainerScenario>> = {
  pulled: lifeScenario,
  missing: imagePullErrorScenario,
};

/** The life of a container that uses more memory than its limit. */
const OUT_OF_MEMORY: ContainerLives = { crashes: 0, crashCode: 137, forMs: 0, exitCode: 137, reason: 'OOMKilled' };

/** What a pod gets from its node. */
export interface PodContext {
  readonly now: number;
  readonly hostIP: string;
  readonly podIP: string;
  /** @default none */
  readonly rules?: RuleSet;
  /** @default all that is asked for is there */
  readonly config?: ConfigLookup;
}

/** The next status of a pod, with its events. */
export interface PodStep {
  readonly status: PodStatus;
  /** To be recorded together with a new status. */
  readonly events: readonly RecordedEvent[];
  /** Why volumes cannot be mounted, which no status has. */
  readonly unmounted: readonly RecordedEvent[];
  /** When to look again although nothing changed. */
  readonly wakeAfterMs?: number | undefined;
  /** What it was looked for in vain, and is to be looked for again when it changes. */
  readonly awaits: readonly ConfigPlace[];
}

/** The status of the pod now. Pure, and a function of the stored pod: repeating it changes nothing. */
export function simulatePod(pod: Pod, context: PodContext): PodStep {
  const leftMs = activeForMs(pod, context.now);
  if (leftMs === undefined) return simulateLivePod(pod, context);
  if (leftMs <= 0) return { ...overduePod(pod, context.now), unmounted: [], awaits: [] };
  const step = simulateLivePod(pod, context);
  return { ...step, wakeAfterMs: Math.min(leftMs, step.wakeAfterMs ?? leftMs) };
}

function simulateLivePod(pod: Pod, context: PodContext): PodStep {
  const { now, hostIP, podIP, rules = new RuleSet(), config } = context;
  const behaviour = podBehaviour(pod, rules);
  const startTime = pod.status?.startTime ?? timestamp(now);
  const { containers = [], initContainers = [] } = pod.spec ?? {};
  const begun = hasBegun(pod);
  const delayMs = behaviour.startDelayMs;
  const startsInMs = begun ? 0 : Math.min(delayMs, Date.parse(startTime) + delayMs - now);
  const unmounted = begun || config === undefined ? [] : missingVolumes(pod, config);
  const started = startsInMs <= 0 && unmounted.length === 0;
  const creating = initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating';
  const wait = (container: Container): ContainerStep => ({ status: waitingStatus(container, creating), events: [] });
  const inits = started ? initSteps(pod, { now, rules, config }) : initContainers.map(wait);
  const incomplete = incompleteInits(
    pod,
    inits.map(({ status }) => status),
  );
  const runs = started && incomplete.length === 0;
  const mains = containers.map((container) => (runs ? mainStep(pod, container, context, behaviour) : wait(container)));
  const containerStatuses = mains.map(({ status }) => status);
  const phase = podPhase(pod, {
    containerStatuses,
    incomplete,
    initFailed: inits.some(({ status }) => hasFailed(status)),
  });
  const ephemerals = started ? ephemeralSteps(pod, now, config) : [];
  const steps = [...inits, ...mains, ...ephemerals];
  const finished = phase === 'Succeeded' || phase === 'Failed';
  const initStatuses = inits.map(({ status }) => (finished ? stoppedSidecar(pod, status, now) : status));
  const sidecarStatuses = initStatuses.filter(({ name }) => isSidecar(pod, name));
  return {
    status: {
      phase,
      startTime,
      hostIP,
      hostIPs: [{ ip: hostIP }],
      ...(started && { podIP, podIPs: [{ ip: podIP }] }),
      conditions: podConditions({
        pod,
        containerStatuses,
        sidecarStatuses,
        incomplete,
        sandboxed: started,
        phase,
        now,
      }),
      ...(initStatuses.length > 0 && { initContainerStatuses: initStatuses }),
      containerStatuses,
      ...(ephemerals.length > 0 && {
        ephemeralContainerStatuses: ephemerals.map(({ status }) => (finished ? stoppedEphemeral(status, now) : status)),
      }),
    },
    events: steps.flatMap(({ events }) => events),
    unmounted: unmounted.map(({ volume, message }) => failedMountEvent(volume, message)),
    // What is missing announces itself.
    wakeAfterMs: unmounted.length > 0 ? undefined : started ? earliestWake(steps) : startsInMs,
    awaits: [...unmounted.map(({ place }) => place), ...steps.flatMap(({ awaits = [] }) => awaits)],
  };
}

function hasBegun({ status }: Pod): boolean {
  return [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])].some(isMade);
}

function failedMountEvent(volume: string, message: string): RecordedEvent {
  return {
    type: 'Warning',
    reason: 'FailedMount',
    message: `MountVolume.SetUp failed for volume "${volume}" : ${message}`,
  };
}

function mainStep(
  pod: Pod,
  container: Container,
  { now, config, rules }: PodContext,
  behaviour: PodBehaviour,
): ContainerStep {
  const found = pod.status?.containerStatuses?.find(({ name }) => name === container.name);
  const restart = pod.spec?.restartPolicy ?? 'Always';
  const limited = container.resources?.limits?.memory !== undefined;
  const killed = limited && exceedsMemory(pod, container, rules?.find(pod, 'usage')?.effect.memory);
  const lives = killed ? OUT_OF_MEMORY : behaviour.lives;
  const moment = { pod, container, known: knownStatus(found), now, lives, restart };
  const step = SCENARIOS[behaviour.image](moment);
  return applyReadiness(configuredStep({ pod, container, found, config }, step), behaviour, now);
}

/** A running container is not yet ready, where the behaviour delays it. */
function applyReadiness(step: ContainerStep, { readyAfterMs }: PodBehaviour, now: number): ContainerStep {
  const startedAt = step.status.state?.running?.startedAt;
  if (startedAt === undefined) return step;
  if (readyAfterMs === undefined) {
    const failed = {
      type: 'Warning',
      reason: 'Unhealthy',
      message: 'Readiness probe failed: by a simulation rule',
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

function earliestWake(steps: readonly ContainerStep[]): number | undefined {
  const wakes = steps.map(({ wakeAfterMs }) => wakeAfterMs).filter((wake) => wake !== undefined);
  return wakes.length === 0 ? undefined : Math.min(...wakes);
}

/** How long a debug container runs that has no input and no duration of its own. */
const BRIEF_MS = 1000;

/**
 * The debug containers of a pod. They start as soon as the pod has a place to run in,
 * count for nothing else in it, and are never restarted.
 */
function ephemeralSteps(pod: Pod, now: number, config: ConfigLookup | undefined): readonly ContainerStep[] {
  return (pod.spec?.ephemeralContainers ?? []).map((container) => {
    const found = pod.status?.ephemeralContainerStatuses?.find(({ name }) => name === container.name);
    const lives = { crashes: 0, crashCode: 1, forMs: debugDuration(container), exitCode: 0 };
    const moment = { pod, container, known: knownStatus(found), now, lives, restart: 'Never' };
    const step = configuredStep({ pod, container, found, config }, lifeScenario(moment));
    return { ...step, status: withoutProbes(step.status) };
  });
}

/** A container with input waits for it; `sleep 5` takes five seconds. */
function debugDuration({ stdin, command = [], args = [] }: EphemeralContainer): number | undefined {
  if (stdin === true) return undefined;
  const [program = '', time = '', ...more] = [...command, ...args];
  const sleeps = /(^|\/)sleep$/.test(program) && more.length === 0;
  if (sleeps && time === 'infinity') return undefined;
  return sleeps && /^\d+(\.\d+)?$/.test(time) ? Number(time) * 1000 : BRIEF_MS;
}

/** Ephemeral containers have no probes, so they are never ready or started up. */
function withoutProbes({ started: _started, ...status }: ContainerStatus): ContainerStatus {
  return { ...status, ready: false };
}
