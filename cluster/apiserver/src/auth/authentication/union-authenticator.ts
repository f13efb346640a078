import type { Authenticator } from './authenticator.ts';
import { ANONYMOUS_USER, asAuthenticated } from './well-known-users.ts';

/**
 * Asks one after the other; the first that knows the user decides. Credentials that somebody refused and nobody knows
 * are refused: a mistyped token must not turn into an anonymous request.
 */
export function unionAuthenticator(authenticators: readonly Authenticator[]): Authenticator {
  return async (credentials) => {
    const reasons: string[] = [];
    let refused = false;
    for (const authenticate of authenticators) {
      const outcome = await authenticate(credentials);
      if (outcome.kind === 'user') return { ...outcome, user: asAuthenticated(outcome.user) };
      if (outcome.kind === 'none') continue;
      refused = true;
      if (outcome.reason !== undefined) reasons.push(outcome.reason);
    }
    if (refused) return { kind: 'refused', ...(reasons.length > 0 && { reason: reasons.join('; ') }) };
    // An Authorization header that none of them reads is still an attempt to be somebody.
    return credentials.authorization === undefined ? { kind: 'none' } : { kind: 'refused' };
  };
}

/** Who shows nothing is system:anonymous; what that user may do is a matter of authorization. */
export function allowAnonymous(authenticate: Authenticator): Authenticator {
  return async (credentials) => {
    const outcome = await authenticate(credentials);
    return outcome.kind === 'none' ? { kind: 'user', user: ANONYMOUS_USER } : outcome;
  };
}
