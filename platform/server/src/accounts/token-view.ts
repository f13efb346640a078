import { instant, type Token } from '@kubemin/client';
import { storedProjects, storedScopes } from './stored-lists.ts';
import type { TokenRow } from './tables.ts';

/** A token as the contract shows it: everything but itself. */
export function tokenView(row: TokenRow, user: string, now: number): Token {
  const scopes = storedScopes(row.scopes);
  const projects = storedProjects(row.projects);
  return {
    id: row.id,
    name: row.name,
    user,
    ...(scopes !== undefined && { scopes }),
    ...(projects !== undefined && { projects }),
    state: tokenState(row, now),
    createTime: instant(row.created_at),
    ...(row.expires_at !== null && { expireTime: instant(row.expires_at) }),
    ...(row.revoked_at !== null && { revokeTime: instant(row.revoked_at) }),
    ...(row.last_used_at !== null && { lastUsedTime: instant(row.last_used_at) }),
  };
}

function tokenState({ revoked_at, expires_at }: TokenRow, now: number): Token['state'] {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && expires_at <= now ? 'expired' : 'active';
}
