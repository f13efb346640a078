/**
 * The annotations on a pod that control how a simulated node treats it. Without any, and without rules, its containers start
 * at once, pass their probes and run until they are deleted, or for a moment when the pod is meant to run to its end.
 */
export const SIMULATE = 'kubemin.io/simulate';
/** How long the pod takes to start: a duration such as `500ms`, `2s` or `1m`. */
export const START_DELAY = 'kubemin.io/simulate-start-delay';
/** How long its containers take to become ready once they run. */
export const READY_DELAY = 'kubemin.io/simulate-ready-delay';
/** How long containers of a pod that is not restarted run before they exit. @default 1s for pods of Jobs and those never restarted, else until deleted */
export const RUN_DURATION = 'kubemin.io/simulate-run-duration';
/** What they exit with. @default 0 */
export const EXIT_CODE = 'kubemin.io/simulate-exit-code';
/** How long its init containers run, those that stay beside the others excepted. @default they are done at once */
export const INIT_DURATION = 'kubemin.io/simulate-init-duration';
/** What they exit with. @default 0 */
export const INIT_EXIT_CODE = 'kubemin.io/simulate-init-exit-code';
/** How long the pod takes to stop once deleted, at most its grace period. @default at once */
export const STOP_DELAY = 'kubemin.io/simulate-stop-delay';
/** What its containers write, line by line; `{n}` stands for the number of the line, `{pod}` and `{time}` for pod and time. @default that they started */
export const LOGS = 'kubemin.io/simulate-logs';
/** How often a line is written: those of the log in turn, for as long as the container runs. @default all of them at the start */
export const LOG_INTERVAL = 'kubemin.io/simulate-log-interval';
/** The results of commands: a JSON list as a rule's `exec` has it. */
export const EXEC = 'kubemin.io/simulate-exec';

/** An exit code as an annotation has it; undefined for what is none. */
export function readExitCode(text = ''): number | undefined {
  return /^\d{1,3}$/.test(text) ? Number(text) & 0xff : undefined;
}

/** The values of the `kubemin.io/simulate` annotation. */
export type Scenario = 'run' | 'image-pull-error' | 'crash-loop';

/** All of them. */
export const SCENARIOS: readonly Scenario[] = ['run', 'image-pull-error', 'crash-loop'];

/** The scenario of that name; undefined for unknown names. */
export function scenarioNamed(word: string | undefined): Scenario | undefined {
  return SCENARIOS.find((scenario) => scenario === word);
}
