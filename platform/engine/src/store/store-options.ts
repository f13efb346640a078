import type { Clock, Vault } from '@kubemin/base';
import type { SqlDatabase } from '@kubemin/sql';
import type { EngineTables, Transition } from '../task/index.ts';

/** What a store needs; `changed` is called after a transition is on disk. */
export interface StoreOptions {
  readonly database: SqlDatabase<EngineTables>;
  /** Seals what users may have put secrets into. */
  readonly vault: Vault;
  readonly clock: Clock;
  readonly changed: (taskId: string, transitions: readonly Transition[]) => void;
  /** The trace that asks for a task right now, as a `traceparent`. */
  readonly trace?: (() => string | undefined) | undefined;
}
