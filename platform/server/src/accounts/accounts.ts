import type { Clock, Logger, Random } from '@kubemin/base';
import { routes } from '@kubemin/client';
import type { Kysely, SqlDatabase } from '@kubemin/sql';
import { bindJson } from '../api/index.ts';
import { type AccessToken, configuredUser, IssuedTokens } from './bearer-token.ts';
import { LoginService } from './login-service.ts';
import { ACCOUNT_MIGRATIONS } from './migrations.ts';
import type { RateLimiter } from './request-authorizer.ts';
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

interface AccountServices {
  readonly users: UserService;
  readonly tokens: TokenService;
  readonly logins: LoginService;
}

/** Handles the routes about users and their tokens. */
export function accountHandlers({ users, tokens, logins }: AccountServices) {
  return {
    whoami: bindJson(routes.whoami, async ({ caller }) => users.whoami(caller)),
    listUsers: bindJson(routes.listUsers, () => users.list()),
    createUser: bindJson(routes.createUser, ({ body }) => users.create(body)),
    getUser: bindJson(routes.getUser, ({ params }) => users.get(params.userName)),
    changeUser: bindJson(routes.changeUser, ({ params, body }) => users.change(params.userName, body)),
    removeUser: bindJson(routes.removeUser, ({ params }) => users.remove(params.userName)),
    listTokens: bindJson(routes.listTokens, ({ query, caller }) => tokens.list(query, caller)),
    createToken: bindJson(routes.createToken, ({ body, caller }) => tokens.create(body, caller)),
    createLoginCode: bindJson(routes.createLoginCode, ({ caller }) => logins.createCode(caller)),
    login: bindJson(routes.login, ({ body, address }) => logins.login(body, address)),
    revokeToken: bindJson(routes.revokeToken, ({ params, caller }) => tokens.revoke(params.tokenId, caller)),
  };
}
