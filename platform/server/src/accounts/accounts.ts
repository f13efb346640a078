import type { Clock, Logger, Random } from '@kubemin/base';
import type { Kysely, SqlDatabase } from '@kubemin/sql';
import type { AccessToken } from '../http/bearer-token.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import { configuredUser } from './configured-users.ts';
import { IssuedTokens } from './issued-tokens.ts';
import { LoginService } from './login-service.ts';
import { ACCOUNT_MIGRATIONS } from './migrations.ts';
import type { AccountTables } from './tables.ts';
import { TokenService } from './token-service.ts';
import { UserService } from './user-service.ts';

export interface AccountsOptions {
  readonly database: SqlDatabase;
  /** Those the server was started with. */
  readonly tokens: readonly AccessToken[];
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** How often an address may come with codes and tokens that open nothing. */
  readonly failures: RateLimiter;
}

/** Everything about people and their tokens. */
export interface Accounts {
  readonly users: UserService;
  readonly tokens: TokenService;
  readonly logins: LoginService;
  readonly issued: IssuedTokens;
  readonly query: Kysely<AccountTables>;
}

/** Brings the tables up to date and makes the services on them. */
export async function openAccounts({
  tokens,
  clock,
  random,
  logger,
  failures,
  ...options
}: AccountsOptions): Promise<Accounts> {
  const database = await options.database.withTables<AccountTables>('accounts', ACCOUNT_MIGRATIONS);
  const configured = tokens.map(configuredUser);
  const issued = new IssuedTokens({ query: database.query, configured, clock, logger });
  const shared = { database, configured, clock, random, onChange: () => issued.forget() };
  return {
    issued,
    query: database.query,
    users: new UserService(shared),
    tokens: new TokenService(shared),
    logins: new LoginService({ ...shared, failures }),
  };
}
