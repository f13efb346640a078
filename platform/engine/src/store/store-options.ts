import type { Clock } from '@kubemin/base';
import type { SqlDatabase } from '@kubemin/sql';
import type { EngineTables } from './tables.ts';

/** What a store needs; `changed` is called after a transition is on disk. */
export interface StoreOptions {
  readonly database: SqlDatabase<EngineTables>;
  readonly clock: Clock;
  readonly changed: (taskId: string) => void;
}
