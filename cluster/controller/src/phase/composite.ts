import { ProgrammingError, RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { type NodeOutcome, nodeOutcome, unchangedOutcome } from './node-outcome.ts';
import { type CompositeHandler, componentName, type PhaseHandler } from './phase-handler.ts';
import { findState, isFinished, type PhaseState } from './phase-state.ts';
import type { HandlerRun } from './run-handler.ts';

/** Runs one component with the signal of `run`. */
export type RunComponent<R> = (handler: PhaseHandler<R>, last: PhaseState, run: HandlerRun<R>) => Promise<NodeOutcome>;

interface Component<R> {
  readonly name: string;
  readonly handler: PhaseHandler<R>;
  readonly last: PhaseState;
}

interface ComponentRun {
  readonly name: string;
  readonly outcome: NodeOutcome;
}

/** Runs a composite handler once, as far as possible. */
export async function runComposite<R>(
  handler: CompositeHandler<R>,
  last: PhaseState,
  run: HandlerRun<R>,
  runComponent: RunComponent<R>,
): Promise<NodeOutcome> {
  const startTime = last.startTime ?? run.now();
  const components = handler.components.map((component, index): Component<R> => {
    const name = componentName(component, index);
    return { name, handler: component, last: findState(last.state, name) ?? {} };
  });
  if (components.length === 0) {
    const error = new ProgrammingError('no component defined', 'PHASE_COMPOSITE_EMPTY');
    return nodeOutcome(last, { done: false, error }, { startTime, now: run.now(), isFatal: run.isFatal });
  }
  const unfinished = components.filter((component) => !isFinished(component.last));
  const ran = handler.parallel
    ? await runParallel(unfinished, run, runComponent)
    : await runNext(unfinished.slice(0, 1), run, runComponent);
  return combineOutcomes(components, ran, { last, startTime, now: run.now(), parallel: handler.parallel });
}

/** One at a time: each result is stored before the next starts, so that a crash never repeats a finished one. */
async function runNext<R>(
  next: readonly Component<R>[],
  run: HandlerRun<R>,
  runComponent: RunComponent<R>,
): Promise<readonly ComponentRun[]> {
  return Promise.all(
    next.map(async ({ name, handler, last }) => ({ name, outcome: await runComponent(handler, last, run) })),
  );
}

/** Runs all concurrently and stores the results together: a crash repeats finished ones. The first failure aborts the others, which do not count as failed. */
async function runParallel<R>(
  components: readonly Component<R>[],
  run: HandlerRun<R>,
  runComponent: RunComponent<R>,
): Promise<readonly ComponentRun[]> {
  const stop = new AbortController();
  const shared = run.withSignal(AbortSignal.any([run.signal, stop.signal]));
  return Promise.all(
    components.map(async ({ name, handler, last }) => {
      const startTime = last.startTime ?? run.now();
      const outcome = await runComponent(handler, last, shared);
      if (outcome.errors.length === 0) return { name, outcome };
      if (stop.signal.aborted && outcome.errors.every((error) => isInterruption(error, stop.signal.reason))) {
        return { name, outcome: unchangedOutcome({ ...last, startTime }) };
      }
      stop.abort(new RetryableError(verbatim(`component "${name}" failed first`), { code: 'PHASE_SIBLING_FAILED' }));
      return { name, outcome };
    }),
  );
}

function isInterruption(error: unknown, reason: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause === reason || cause.name === 'AbortError') return true;
    if (cause.cause === cause) return false;
  }
  return false;
}

interface CompositeStart {
  readonly last: PhaseState;
  readonly startTime: string;
  readonly now: string;
  readonly parallel: boolean;
}

function combineOutcomes<R>(
  components: readonly Component<R>[],
  ran: readonly ComponentRun[],
  { last, startTime, now, parallel }: CompositeStart,
): NodeOutcome {
  const states: Record<string, PhaseState> = { ...last.state };
  for (const { name, outcome } of ran) states[name] = outcome.state;
  const failed = ran.filter(({ outcome }) => outcome.errors.length > 0);
  const fatal = failed.some(({ outcome }) => outcome.state.fatal === true);
  const complete = components.every(({ name }) => isFinished(states[name]));
  const done = complete || fatal;
  const warnings = components.flatMap(({ name }) => componentWarnings(name, states[name]));
  const finishedOne = ran.some(({ outcome }) => isFinished(outcome.state));
  return {
    state: {
      startTime,
      ...(done ? { done, endTime: now } : {}),
      ...(failed.length === 0 ? {} : { failed: true, error: combinedError(failed) }),
      ...(fatal ? { fatal } : {}),
      ...(warnings.length === 0 ? {} : { warning: warnings.join('; ') }),
      state: states,
    },
    status: Object.assign({}, ...ran.map(({ outcome }) => outcome.status)),
    progressed: failed.length === 0 && ran.some(({ outcome }) => outcome.progressed),
    errors: ran.flatMap(({ outcome }) => outcome.errors),
    next: ran.map(({ outcome }) => outcome.next).findLast((next) => next !== undefined),
    // In series, a finished component is stored first, then the next one runs immediately.
    requeueAfterMs: finishedOne && !parallel ? 0 : shortestDelay(ran),
  };
}

function componentWarnings(name: string, state: PhaseState | undefined): readonly string[] {
  return state?.warning === undefined ? [] : [`${name}: ${state.warning}`];
}

/** The message of a single failure; of several, each with its name. */
function combinedError(failed: readonly ComponentRun[]): string {
  const messages = failed.map(({ name, outcome }) => ({ name, text: outcome.state.error ?? 'failed' }));
  const [only] = messages;
  return messages.length === 1 && only !== undefined
    ? only.text
    : messages.map(({ name, text }) => `${name}: ${text}`).join('; ');
}

function shortestDelay(ran: readonly ComponentRun[]): number | undefined {
  const delays = ran.map(({ outcome }) => outcome.requeueAfterMs).filter((delay) => delay !== undefined);
  return delays.length === 0 ? undefined : Math.min(...delays);
}
