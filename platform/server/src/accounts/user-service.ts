import { randomId } from '@kubemin/base';
import { instant, type User, type UserChange, type UserCreation, type UserList, type Whoami } from '@kubemin/client';
import { isUniqueViolation } from '@kubemin/sql';
import { ApiError, type Caller, Permissions } from '../api/index.ts';
import { accountMessages } from '../messages/index.ts';
import type { AccountServiceOptions } from './account-service-options.ts';
import type { ConfiguredUser } from './bearer-token.ts';
import { storedGrants } from './stored-lists.ts';
import type { UserRow } from './tables.ts';
import { TokenRows } from './token-rows.ts';
import { UserRows, userNotFound } from './user-rows.ts';

/** People who may use the platform, and their roles. */
export class UserService {
  readonly #options: AccountServiceOptions;
  readonly #rows: UserRows;

  constructor(options: AccountServiceOptions) {
    this.#options = options;
    this.#rows = new UserRows(options.database.query);
  }

  whoami({ user, permissions: { grants, narrowing }, tokenId, expiresAt }: Caller): Whoami {
    return {
      user,
      roles: grants,
      ...(narrowing.scopes !== undefined && { scopes: narrowing.scopes }),
      ...(narrowing.projects !== undefined && { projects: narrowing.projects }),
      ...(tokenId !== undefined && { tokenId }),
      ...(expiresAt !== undefined && { expireTime: instant(expiresAt) }),
    };
  }

  async list(): Promise<UserList> {
    const stored = (await this.#rows.list()).map(userView);
    const users = [...this.#options.configured.map(configuredView), ...stored];
    return { users: users.sort((one, other) => (one.name < other.name ? -1 : 1)) };
  }

  /** The names of all who are administrators of the whole platform. */
  async administrators(): Promise<ReadonlySet<string>> {
    const { users } = await this.list();
    return new Set(users.filter(({ roles }) => new Permissions(roles).everywhere('admin')).map(({ name }) => name));
  }

  async get(name: string): Promise<User> {
    const configured = this.#configured(name);
    if (configured !== undefined) return configuredView(configured);
    const row = await this.#rows.byName(name);
    if (row === undefined) throw userNotFound(name);
    return userView(row);
  }

  async create({ name, displayName, roles }: UserCreation): Promise<User> {
    const { clock, random } = this.#options;
    const taken = new ApiError('USER_EXISTS', accountMessages.userExists({ user: name }));
    if (this.#configured(name) !== undefined) throw taken;
    const time = clock.now();
    const row: UserRow = {
      id: randomId(random),
      name,
      display_name: displayName,
      roles: JSON.stringify(roles),
      created_at: time,
      updated_at: time,
    };
    try {
      await this.#rows.insert(row);
    } catch (error) {
      if (isUniqueViolation(error)) throw taken;
      throw error;
    }
    return userView(row);
  }

  change(name: string, { displayName, roles }: UserChange): Promise<User> {
    const change = {
      ...(displayName !== undefined && { display_name: displayName }),
      ...(roles !== undefined && { roles: JSON.stringify(roles) }),
      updated_at: this.#options.clock.now(),
    };
    return this.#alter(name, async (row, users) => {
      await users.update(row.id, change);
      return userView({ ...row, ...change });
    });
  }

  /** Their tokens end with them, and so do those that were made with these. */
  remove(name: string): Promise<User> {
    return this.#alter(name, async (row, users, tokens) => {
      await tokens.revokeUserTokens(row.id, this.#options.clock.now());
      await users.remove(row.id);
      return userView(row);
    });
  }

  async #alter(name: string, work: (row: UserRow, users: UserRows, tokens: TokenRows) => Promise<User>): Promise<User> {
    if (this.#configured(name) !== undefined) {
      throw new ApiError('USER_CONFIGURED', accountMessages.userConfigured({ user: name }));
    }
    const user = await this.#options.database.transaction(async (transaction) => {
      const users = new UserRows(transaction);
      const row = await users.byName(name);
      if (row === undefined) throw userNotFound(name);
      return work(row, users, new TokenRows(transaction));
    });
    this.#options.onChange();
    return user;
  }

  #configured(name: string): ConfiguredUser | undefined {
    return this.#options.configured.find((user) => user.name === name);
  }
}

function configuredView({ name, grants }: ConfiguredUser): User {
  return { name, displayName: '', roles: grants, origin: 'configured' };
}

function userView({ name, display_name, roles, created_at, updated_at }: UserRow): User {
  return {
    name,
    displayName: display_name,
    roles: storedGrants(roles),
    origin: 'stored',
    createTime: instant(created_at),
    updateTime: instant(updated_at),
  };
}
