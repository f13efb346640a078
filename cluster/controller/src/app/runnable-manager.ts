import type { HealthCheck } from '../manager/manager-health.ts';

/** Something that runs for as long as its app does. */
export interface RunnableManager {
  /** Unique within an app, lower case with dashes. */
  readonly name: string;
  /** Where it can be reached, once prepared, when it serves anything. */
  readonly url?: string | undefined;
  /** Finds out what would keep it from running; throws a TerminalError that says so. */
  prepare?(signal: AbortSignal): Promise<void>;
  /** Runs until `signal` aborts and nothing is under way any more. Rejects for what it cannot go on with. */
  run(signal: AbortSignal): Promise<void>;
  /** What must be well for the app to be ready. */
  checks(): readonly HealthCheck[];
  /** Lets go of what it holds; called once, after `run` or instead of it. */
  close?(): Promise<void>;
}
