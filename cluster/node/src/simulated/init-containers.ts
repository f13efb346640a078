import { timestamp } from '@kubemin/kubeapi';
import type { Container, ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ConfigLookup } from '../config/index.ts';
import { isInitDone, isInitialized, isSidecar, waitingStatus } from '../pods/index.ts';
import { configuredStep } from './configured-start.ts';
import { chance } from './rules/chance.ts';
import { type ContainerLives, ruleLives } from './rules/container-lives.ts';
import { parseDuration } from './rules/duration.ts';
import { INIT_DURATION, INIT_EXIT_CODE, readExitCode } from './rules/pod-annotations.ts';
import type { RuleSet } from './rules/rule-set.ts';
import type { ContainerStep } from './scenarios/container-scenario.ts';
import { imagePullErrorScenario } from './scenarios/image-pull-error-scenario.ts';
import { lifeScenario } from './scenarios/life-scenario.ts';
import { knownStatus } from './simulated-container.ts';

/** What init containers live in. */
export interface InitContext {
  readonly now: number;
  readonly rules: RuleSet;
  readonly config: ConfigLookup | undefined;
}

/**
 * The init containers of a pod that has been started: one after the other, each once the one before it is done. Those
 * that are done at once take no look of their own.
 */
export function initSteps(pod: Pod, context: InitContext): readonly ContainerStep[] {
  const initialized = isInitialized(pod);
  const steps: ContainerStep[] = [];
  let mayStart = true;
  for (const container of pod.spec?.initContainers ?? []) {
    const found = pod.status?.initContainerStatuses?.find(({ name }) => name === container.name);
    // Once all are done only sidecars continue, independently of each other.
    const step = initialized
      ? laterStep(pod, container, found, context)
      : mayStart
        ? initStep(pod, container, found, context)
        : { status: waitingStatus(container, 'PodInitializing'), events: [] };
    mayStart &&= isInitDone(pod, step.status);
    steps.push(step);
  }
  return steps;
}

/** Whether a container ended badly. */
export function hasFailed({ state }: ContainerStatus): boolean {
  return state?.terminated !== undefined && state.terminated.exitCode !== 0;
}

/** The status of a sidecar once the containers that it served have ended: terminated. */
export function stoppedSidecar(pod: Pod, status: ContainerStatus, now: number): ContainerStatus {
  const running = status.state?.running;
  if (running === undefined || !isSidecar(pod, status.name)) return status;
  const terminated = { exitCode: 0, reason: 'Completed', ...running, finishedAt: timestamp(now) };
  return { ...status, ready: false, started: false, state: { terminated } };
}

function laterStep(
  pod: Pod,
  container: Container,
  found: ContainerStatus | undefined,
  context: InitContext,
): ContainerStep {
  if (found !== undefined && !isSidecar(pod, container.name)) return { status: found, events: [] };
  return initStep(pod, container, found, context);
}

function initStep(
  pod: Pod,
  container: Container,
  found: ContainerStatus | undefined,
  { now, rules, config }: InitContext,
): ContainerStep {
  const { lives, image } = initBehaviour(pod, container, rules);
  const scenario = image === 'missing' ? imagePullErrorScenario : lifeScenario;
  const moment = { pod, container, known: knownStatus(found), now, lives, restart: initRestartPolicy(pod, container) };
  const step = configuredStep({ pod, container, found, config }, scenario(moment));
  // An init container that has succeeded is ready in a kubelet's words, although it does not run.
  const succeeded = step.status.state?.terminated?.exitCode === 0 && !isSidecar(pod, container.name);
  return succeeded && !step.status.ready ? { ...step, status: { ...step.status, ready: true } } : step;
}

function initRestartPolicy({ spec }: Pod, { restartPolicy }: Container): string {
  if (restartPolicy === 'Always') return 'Always';
  return spec?.restartPolicy === 'Never' ? 'Never' : 'OnFailure';
}

/** What becomes of an init container. */
interface InitBehaviour {
  readonly lives: ContainerLives;
  readonly image: 'pulled' | 'missing';
}

/** The behaviour of an init container: from the pod's annotations, or else the first rule; or else it succeeds at once. */
function initBehaviour(pod: Pod, { name, restartPolicy }: Container, rules: RuleSet): InitBehaviour {
  const sidecar = restartPolicy === 'Always';
  // Sidecars keep running: rules for slow or failing init containers apply to them only by name.
  const usualMs = sidecar ? undefined : 0;
  const asked = sidecar ? undefined : annotatedLives(pod);
  if (asked !== undefined) return { lives: asked, image: 'pulled' };
  const found = rules.init(pod, name, sidecar);
  if (found === undefined) return { lives: ruleLives({ crashes: 0 }, false, usualMs), image: 'pulled' };
  const { effect, index } = found;
  const { failRate } = effect;
  const failing = failRate !== undefined && chance(pod.metadata.uid ?? '', index, `init/${name}`) < failRate;
  return { lives: ruleLives(effect, failing, usualMs), image: effect.imageMissing ? 'missing' : 'pulled' };
}

function annotatedLives({ metadata }: Pod): ContainerLives | undefined {
  const { annotations = {} } = metadata;
  const exitCode = readExitCode(annotations[INIT_EXIT_CODE]);
  const forMs = parseDuration(annotations[INIT_DURATION]);
  if (exitCode === undefined && forMs === undefined) return undefined;
  return { crashes: 0, crashCode: 1, forMs: forMs ?? 0, exitCode: exitCode ?? 0 };
}
