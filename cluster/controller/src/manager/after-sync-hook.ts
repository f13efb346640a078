import type { ControllerContext } from './controller.ts';

/** Work that a controller does once, when the caches of all are filled. */
export interface AfterSyncHook {
  /** Holds the workers of its own controller until it has succeeded. @default false */
  readonly blocking?: boolean;
  /** Called again, with growing delays, until it succeeds; until then the manager is not ready. */
  run(context: ControllerContext, signal: AbortSignal): Promise<void>;
}
