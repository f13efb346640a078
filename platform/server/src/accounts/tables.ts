import type { Selectable } from '@kubemin/sql';

interface UsersTable {
  /** Never used again, while a name may be. */
  readonly id: string;
  readonly name: string;
  display_name: string;
  /** A JSON list of grants. */
  roles: string;
  readonly created_at: number;
  updated_at: number;
}

interface TokensTable {
  readonly id: string;
  /** SHA-256 of the token in hex; the token itself is nowhere. It has 256 random bits, so a slow hash would add nothing. */
  readonly digest: string;
  readonly user_id: string;
  readonly name: string;
  /** JSON lists; null narrows nothing. */
  readonly scopes: string | null;
  readonly projects: string | null;
  /** The token it was made with: it ends with that one. */
  readonly parent_id: string | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
}

interface LoginCodesTable {
  /** SHA-256 of the code in hex; the code itself is nowhere. */
  readonly digest: string;
  readonly user_id: string;
  readonly user_name: string;
  /** As of the token that made it, which the session does not exceed. */
  readonly scopes: string | null;
  readonly projects: string | null;
  readonly parent_id: string | null;
  /** When the session ends at the latest. */
  readonly session_limit: number | null;
  readonly expires_at: number;
}

/** People and their tokens. */
export interface AccountTables {
  readonly account_users: UsersTable;
  readonly account_tokens: TokensTable;
  readonly account_login_codes: LoginCodesTable;
}

/** A user as stored. */
export type UserRow = Selectable<UsersTable>;
/** A login code as stored. */
export type LoginCodeRow = Selectable<LoginCodesTable>;
/** A token as stored. */
export type TokenRow = Selectable<TokensTable>;
