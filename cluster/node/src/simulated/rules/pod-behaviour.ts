import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { chance } from './chance.ts';
import { type ContainerLives, containerLives } from './container-lives.ts';
import { parseDuration } from './duration.ts';
import { READY_DELAY, SIMULATE, START_DELAY, STOP_DELAY, scenarioNamed } from './pod-annotations.ts';
import type { RuleSet } from './rule-set.ts';
import type { StopRule } from './simulation-rule.ts';

/** The behaviour of a pod: from its annotations, or else the first rule that matches, or else the default. */
export interface PodBehaviour {
  readonly startDelayMs: number;
  readonly image: 'pulled' | 'missing';
  /** Undefined for a pod whose containers never become ready. */
  readonly readyAfterMs: number | undefined;
  readonly lives: ContainerLives;
}

const NO_START = { delayMs: 0, jitterMs: 0, pullMs: 0 };
const NO_READY = { delayMs: 0, failRate: 0 };

/** How the pod lives. Pure, and a function of the stored pod: a restart of this program repeats the same fate. */
export function podBehaviour(pod: Pod, rules: RuleSet): PodBehaviour {
  const { uid = '', annotations = {} } = pod.metadata;
  const scenario = scenarioNamed(annotations[SIMULATE]);
  const { effect: start, index: startRule } = rules.find(pod, 'start') ?? { effect: NO_START, index: 0 };
  const { effect: ready, index: readyRule } = rules.find(pod, 'ready') ?? { effect: NO_READY, index: 0 };
  const jitterMs = start.jitterMs > 0 ? Math.round(start.jitterMs * chance(uid, startRule, 'jitter')) : 0;
  const missing = scenario === undefined ? start.pullMs === undefined : scenario === 'image-pull-error';
  const neverReady = ready.failRate > 0 && chance(uid, readyRule, 'ready') < ready.failRate;
  return {
    startDelayMs: parseDuration(annotations[START_DELAY]) ?? start.delayMs + jitterMs + (start.pullMs ?? 0),
    image: missing ? 'missing' : 'pulled',
    readyAfterMs: parseDuration(annotations[READY_DELAY]) ?? (neverReady ? undefined : ready.delayMs),
    lives: containerLives(pod, rules),
  };
}

/** How the pod goes once it is deleted. */
export function podStopRule(pod: Pod, rules: RuleSet): StopRule {
  const delayMs = parseDuration(pod.metadata.annotations?.[STOP_DELAY]);
  if (delayMs !== undefined) return { delayMs, ignoresGrace: false };
  return rules.find(pod, 'stop')?.effect ?? { delayMs: 0, ignoresGrace: false };
}
