import { orderedId } from '@kubemin/base';
import {
  type CreatedToken,
  EVERYWHERE,
  type Token,
  type TokenCreation,
  type TokenFilter,
  type TokenList,
} from '@kubemin/client';
import { ApiError, type Caller } from '../api/index.ts';
import { accountMessages } from '../messages/index.ts';
import type { AccountServiceOptions } from './account-service-options.ts';
import { newToken } from './bearer-token.ts';
import { forbidden } from './request-authorizer.ts';
import { storedText } from './stored-lists.ts';
import type { TokenRow } from './tables.ts';
import { tokenBounds } from './token-bounds.ts';
import { type OwnedTokenRow, TokenRows } from './token-rows.ts';
import { tokenView } from './token-view.ts';
import { UserRows, userNotFound } from './user-rows.ts';

interface Owner {
  readonly id: string;
  readonly name: string;
}

/** API tokens: users manage their own, administrators those of all users. */
export class TokenService {
  readonly #options: AccountServiceOptions;
  readonly #rows: TokenRows;

  constructor(options: AccountServiceOptions) {
    this.#options = options;
    this.#rows = new TokenRows(options.database.query);
  }

  async create(request: TokenCreation, caller: Caller): Promise<CreatedToken> {
    const { clock, random, database } = this.#options;
    const owner = await this.#owner(request.user, caller);
    const time = clock.now();
    const bounds = tokenBounds(request, caller, time);
    const { token, digest } = newToken(random);
    const row: TokenRow = {
      id: orderedId(random, time),
      digest,
      user_id: owner.id,
      name: request.name,
      scopes: storedText(bounds.scopes),
      projects: storedText(bounds.projects),
      parent_id: caller.tokenId ?? null,
      created_at: time,
      expires_at: bounds.expiresAt ?? null,
      revoked_at: null,
      last_used_at: null,
    };
    const made = await database.transaction((transaction) =>
      new TokenRows(transaction).insertUnder(row, database.capabilities),
    );
    if (!made) throw revokedMeanwhile();
    return { ...tokenView(row, owner.name, time), token };
  }

  async list({ user }: TokenFilter, caller: Caller): Promise<TokenList> {
    const all = user === undefined && caller.permissions.everywhere('admin');
    const rows = await this.#rows.list(all ? undefined : (await this.#owner(user, caller)).id);
    return { tokens: rows.map((row) => this.#view(row)) };
  }

  async revoke(tokenId: string, caller: Caller): Promise<Token> {
    const time = this.#options.clock.now();
    const row = await this.#options.database.transaction(async (transaction) => {
      const rows = new TokenRows(transaction);
      const found = await rows.byId(tokenId);
      const own = found?.user_id === caller.userId;
      if (found === undefined || !(own || caller.permissions.everywhere('admin'))) throw tokenNotFound(tokenId);
      await rows.revoke(tokenId, time);
      return { ...found, revoked_at: found.revoked_at ?? time };
    });
    this.#options.onChange();
    return this.#view(row);
  }

  async #owner(name: string | undefined, caller: Caller): Promise<Owner> {
    if (name === undefined || name === caller.user) return { id: caller.userId, name: caller.user };
    if (!caller.permissions.everywhere('admin')) {
      throw forbidden(accountMessages.otherUsersTokens({ reason: caller.permissions.lack('admin', EVERYWHERE) }));
    }
    const configured = this.#options.configured.find((user) => user.name === name);
    const owner = configured ?? (await new UserRows(this.#options.database.query).byName(name));
    if (owner === undefined) throw userNotFound(name);
    return owner;
  }

  #view(row: OwnedTokenRow): Token {
    const configured = this.#options.configured.find(({ id }) => id === row.user_id);
    return tokenView(row, configured?.name ?? row.user_name ?? '', this.#options.clock.now());
  }
}

function tokenNotFound(tokenId: string): ApiError {
  return new ApiError('TOKEN_NOT_FOUND', accountMessages.tokenNotFound({ token: tokenId }));
}

function revokedMeanwhile(): ApiError {
  return new ApiError('UNAUTHENTICATED', accountMessages.tokenRevoked);
}
