import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/**
 * The annotations on a pod that say how a simulated node treats it. Without any, its containers start at once, pass
 * their probes and run until they are deleted, or for a moment when the pod is meant to run to its end.
 */
export const SIMULATE = 'kubemin.io/simulate';
/** How long the pod takes to start: a duration such as `500ms`, `2s` or `1m`. */
export const START_DELAY = 'kubemin.io/simulate-start-delay';
/** How long containers of a pod that is not restarted run before they exit with 0. @default 1s for pods of Jobs and those never restarted, else until deleted */
export const RUN_DURATION = 'kubemin.io/simulate-run-duration';
/** How long the pod takes to stop once deleted, at most its grace period. @default at once */
export const STOP_DELAY = 'kubemin.io/simulate-stop-delay';

/** What its containers write, line by line; `{n}` stands for the number of the line. @default that they started */
export const LOGS = 'kubemin.io/simulate-logs';
/** How often a line is written: those of the log in turn, for as long as the container runs. @default all of them at the start */
export const LOG_INTERVAL = 'kubemin.io/simulate-log-interval';

/** The values of the `kubemin.io/simulate` annotation. */
export type Scenario = 'run' | 'image-pull-error' | 'crash-loop';

/** What a pod asks of the simulation. */
export interface SimulationRules {
  readonly scenario: Scenario;
  readonly startDelayMs: number;
  readonly stopDelayMs: number;
  /** After which a container exits by itself; undefined when it runs on. */
  readonly runDurationMs: number | undefined;
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  run: 'run',
  'image-pull-error': 'image-pull-error',
  'crash-loop': 'crash-loop',
};

/** What the pod's annotations ask for; what they ask for in words nobody knows counts as not asked. */
export function simulationRules({ metadata, spec }: Pod): SimulationRules {
  const annotations = metadata.annotations ?? {};
  const restarted = (spec?.restartPolicy ?? 'Always') === 'Always';
  const ofJob =
    metadata.ownerReferences?.some(({ kind, controller }) => controller === true && kind === 'Job') ?? false;
  const endsByItself = ofJob || spec?.restartPolicy === 'Never';
  return {
    scenario: SCENARIOS[annotations[SIMULATE] ?? 'run'] ?? 'run',
    startDelayMs: parseDuration(annotations[START_DELAY]) ?? 0,
    stopDelayMs: parseDuration(annotations[STOP_DELAY]) ?? 0,
    runDurationMs: restarted
      ? undefined
      : (parseDuration(annotations[RUN_DURATION]) ?? (endsByItself ? 1000 : undefined)),
  };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of a duration such as `500ms`; undefined for what is none. */
export function parseDuration(text: string | undefined): number | undefined {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text ?? '') ?? [];
  return amount === undefined ? undefined : Number(amount) * (UNITS[unit] ?? 1000);
}
