import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { chance } from './chance.ts';
import { parseDuration } from './duration.ts';
import { EXIT_CODE, RUN_DURATION, readExitCode, SIMULATE, scenarioNamed } from './pod-annotations.ts';
import type { RuleSet } from './rule-set.ts';
import type { RunRule } from './simulation-rule.ts';

/** How the containers of a pod live, one life after the other. */
export interface ContainerLives {
  /** How often they crash as soon as they are started, before they run. */
  readonly crashes: number;
  readonly crashCode: number;
  /** After which they exit; undefined when they keep running. */
  readonly forMs: number | undefined;
  readonly exitCode: number;
  /** Why they exit. @default by the exit code */
  readonly reason?: string | undefined;
}

/** The short time that a pod runs that is meant to come to its end. */
const BRIEF_MS = 1000;

/** The life of the pod's containers: from its annotations, or else the first rule that matches. */
export function containerLives(pod: Pod, rules: RuleSet): ContainerLives {
  const usualMs = usualDuration(pod);
  const asked = annotatedLives(pod, usualMs);
  if (asked !== undefined) return asked;
  const found = rules.find(pod, 'run');
  if (found === undefined) return { crashes: 0, crashCode: 1, forMs: usualMs, exitCode: 0 };
  const { effect, index } = found;
  const failing = effect.failRate !== undefined && chance(pod.metadata.uid ?? '', index, 'run') < effect.failRate;
  return ruleLives(effect, failing, usualMs);
}

function usualDuration({ metadata, spec }: Pod): number | undefined {
  const policy = spec?.restartPolicy ?? 'Always';
  const ofJob = metadata.ownerReferences?.some(({ kind, controller }) => controller === true && kind === 'Job');
  return policy === 'Never' || (policy === 'OnFailure' && ofJob === true) ? BRIEF_MS : undefined;
}

function annotatedLives({ metadata, spec }: Pod, usualMs: number | undefined): ContainerLives | undefined {
  const { annotations = {} } = metadata;
  const scenario = scenarioNamed(annotations[SIMULATE]);
  const exitCode = readExitCode(annotations[EXIT_CODE]);
  const restarted = (spec?.restartPolicy ?? 'Always') === 'Always';
  const forMs = restarted ? undefined : parseDuration(annotations[RUN_DURATION]);
  if (scenario === undefined && exitCode === undefined && forMs === undefined) return undefined;
  return {
    crashes: scenario === 'crash-loop' ? Number.POSITIVE_INFINITY : 0,
    crashCode: exitCode || 1,
    forMs: forMs ?? usualMs,
    exitCode: exitCode ?? 0,
  };
}

/** The life of containers under a rule; `usualMs` is how long they run where the rule has no duration. */
export function ruleLives(rule: RunRule, failing: boolean, usualMs: number | undefined): ContainerLives {
  const { crashes, failRate, exitCode, forMs = usualMs } = rule;
  const crashCode = exitCode || 1;
  if (failRate !== undefined) {
    // Without a time to run for, a container that is to fail does so at once.
    return { crashes, crashCode, forMs: failing ? (forMs ?? 0) : forMs, exitCode: failing ? crashCode : 0 };
  }
  const ends = exitCode !== undefined && crashes === 0;
  return { crashes, crashCode, forMs: ends ? (forMs ?? 0) : forMs, exitCode: crashes === 0 ? (exitCode ?? 0) : 0 };
}
