import type { SqlCapabilities, Transaction } from '@kubemin/sql';
import type { EngineTables } from './tables.ts';

/** A transaction on the engine's tables, and what its database can do. */
export interface WriteScope {
  readonly transaction: Transaction<EngineTables>;
  readonly capabilities: Pick<SqlCapabilities, 'returning' | 'rowLocks'>;
}
