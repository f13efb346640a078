import type { Action, TokenCreation } from '@kubemin/client';
import type { Caller } from '../api/caller.ts';
import { forbidden } from './admission.ts';

/** How far a token reaches, and how long. */
export interface TokenBounds {
  readonly scopes: readonly Action[] | undefined;
  readonly projects: readonly string[] | undefined;
  readonly expiresAt: number | undefined;
}

/**
 * What a token to be is limited to: what was asked for, inside of what the token that asks is limited to. Without
 * that, whoever finds a narrow token that soon ends could turn it into a wide one that does not.
 */
export function boundsFor(asked: TokenCreation, caller: Caller, now: number): TokenBounds {
  const { scopes, projects } = caller.permissions.narrowing;
  return {
    scopes: within(asked.scopes, scopes, 'scopes'),
    projects: within(asked.projects, projects, 'projects'),
    expiresAt: endWithin(asked.lifetimeSeconds, caller.expiresAt, now),
  };
}

function within<T>(
  asked: readonly T[] | undefined,
  limit: readonly T[] | undefined,
  what: string,
): readonly T[] | undefined {
  if (limit === undefined || asked === undefined) return asked ?? limit;
  const beyond = asked.filter((one) => !limit.includes(one));
  if (beyond.length === 0) return asked;
  throw forbidden(`the token that asks does not have the ${what} ${beyond.join(', ')}, so it cannot pass them on`);
}

function endWithin(lifetimeSeconds: number | undefined, limit: number | undefined, now: number): number | undefined {
  if (lifetimeSeconds === undefined) return limit;
  const end = now + lifetimeSeconds * 1_000;
  if (limit === undefined || end <= limit) return end;
  throw forbidden(
    `the token that asks ends at ${new Date(limit).toISOString()}, and none it makes can live longer; ask for less`,
  );
}
