import type { Message } from '@kubemin/base/message';
import type { Action, TokenCreation } from '@kubemin/client';
import type { Caller } from '../api/index.ts';
import { accountMessages } from '../messages/index.ts';
import { forbidden } from './request-authorizer.ts';

/** How far a token reaches, and how long. */
export interface TokenBounds {
  readonly scopes: readonly Action[] | undefined;
  readonly projects: readonly string[] | undefined;
  readonly expiresAt: number | undefined;
}

/**
 * The limits of a new token: those that were requested, inside of the limits of the token of the request. Without
 * that, a stolen narrow token that soon ends could create a wide one that does not.
 */
export function tokenBounds(asked: TokenCreation, caller: Caller, now: number): TokenBounds {
  const { scopes, projects } = caller.permissions.narrowing;
  return {
    scopes: within(asked.scopes, scopes, (exceeding) => accountMessages.scopesExceeded({ scopes: exceeding })),
    projects: within(asked.projects, projects, (exceeding) =>
      accountMessages.projectsExceeded({ projects: exceeding }),
    ),
    expiresAt: endWithin(asked.lifetimeSeconds, caller.expiresAt, now),
  };
}

function within<T extends string>(
  asked: readonly T[] | undefined,
  limit: readonly T[] | undefined,
  refusal: (exceeding: readonly T[]) => Message,
): readonly T[] | undefined {
  if (limit === undefined || asked === undefined) return asked ?? limit;
  const beyond = asked.filter((one) => !limit.includes(one));
  if (beyond.length === 0) return asked;
  throw forbidden(refusal(beyond));
}

function endWithin(lifetimeSeconds: number | undefined, limit: number | undefined, now: number): number | undefined {
  if (lifetimeSeconds === undefined) return limit;
  const end = now + lifetimeSeconds * 1_000;
  if (limit === undefined || end <= limit) return end;
  throw forbidden(accountMessages.lifetimeExceeded({ time: new Date(limit).toISOString() }));
}
