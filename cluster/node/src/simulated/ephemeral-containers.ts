import type { ContainerStatus, EphemeralContainer, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ConfigLookup } from '../config/index.ts';
import { configuredStep } from './configured-start.ts';
import type { ContainerStep } from './scenarios/container-scenario.ts';
import { lifeScenario } from './scenarios/life-scenario.ts';
import { knownStatus } from './simulated-container.ts';

/** How long a debug container runs that has no input and no duration of its own. */
const BRIEF_MS = 1000;

/**
 * The debug containers of a pod. They start as soon as the pod has a place to run in,
 * count for nothing else in it, and are never restarted.
 */
export function ephemeralSteps(pod: Pod, now: number, config: ConfigLookup | undefined): readonly ContainerStep[] {
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
