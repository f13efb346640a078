import type { Clock, Random } from '@kubemin/base';
import type { SqlDatabase } from '@kubemin/sql';
import type { ConfiguredUser } from './bearer-token.ts';
import type { AccountTables } from './tables.ts';

/** What the services of people and of their tokens work with. */
export interface AccountServiceOptions {
  readonly database: SqlDatabase<AccountTables>;
  readonly configured: readonly ConfiguredUser[];
  readonly clock: Clock;
  readonly random: Random;
  /** Called when the permissions of a user have changed, or a token has ended. */
  readonly onChange: () => void;
}
