import type { Container, ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import { type ConfigLookup, missingEnvironment } from '../config/index.ts';
import { waitingStatus } from '../pods/index.ts';
import type { ContainerStep } from './scenarios/container-scenario.ts';
import { isMade } from './simulated-container.ts';

/** A container, and what its variables are to be filled from. */
export interface ConfiguredContainer {
  readonly pod: Pod;
  readonly container: Container;
  /** Its entry in the pod's status. */
  readonly found: ContainerStatus | undefined;
  readonly config: ConfigLookup | undefined;
}

const REASON = 'CreateContainerConfigError';

/** The step, unless it would start a container whose variables cannot be filled in: that one waits until they can. */
export function configuredStep(
  { pod, container, found, config }: ConfiguredContainer,
  step: ContainerStep,
): ContainerStep {
  if (config === undefined || !step.events.some(({ reason }) => reason === 'Started')) return step;
  const missing = missingEnvironment(pod, container, config);
  if (missing === undefined) return step;
  const { message, place } = missing;
  const status = waiting(container, found, message);
  const isReported = found?.state?.waiting?.reason === REASON && found.state.waiting.message === message;
  const events = isReported ? [] : [{ type: 'Warning', reason: 'Failed', message: `Error: ${message}` } as const];
  return { status, events, awaits: [place] };
}

/** One that has lived before keeps its history. */
function waiting(container: Container, found: ContainerStatus | undefined, message: string): ContainerStatus {
  if (found === undefined || !isMade(found)) return waitingStatus(container, REASON, message);
  const terminated = found.state?.terminated;
  return {
    ...found,
    ready: false,
    started: false,
    state: { waiting: { reason: REASON, message } },
    ...(terminated && { lastState: { terminated } }),
  };
}
