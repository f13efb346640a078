import type { HealthCheck } from '../manager/index.ts';

/** A part of an app that runs as long as the app. */
export interface RunnableManager {
  /** Unique within an app, lower case with dashes. */
  readonly name: string;
  /** Its URL once prepared, if it serves anything. */
  readonly url?: string | undefined;
  /** Checks the preconditions of `run`; throws a TerminalError when one is not met. */
  prepare?(signal: AbortSignal): Promise<void>;
  /** Runs until `signal` aborts and all work has ended. Rejects when it cannot continue. */
  run(signal: AbortSignal): Promise<void>;
  /** Checks that must pass for the app to be ready. */
  checks(): readonly HealthCheck[];
  /** Releases its resources; called once, after `run` or instead of it. */
  close?(): Promise<void>;
}
