import type { Clock } from '@kubemin/base';
import type { Authenticator } from './authenticator.ts';

/** What kubectl may be used with. */
export type KubectlRule =
  | { readonly kind: 'disabled' }
  /** Only with credentials that end within this time: static tokens stay out of people's kubeconfigs. */
  | { readonly kind: 'ephemeral'; readonly maxRemainingMs: number };

/**
 * Holds kubectl to a rule. A convenience for teams, no security boundary: kubectl is recognised by its User-Agent, which
 * anybody can change. Real limits are authorization's.
 */
export function kubectlPolicy(
  authenticate: Authenticator,
  { rule, clock }: { readonly rule: KubectlRule; readonly clock: Clock },
): Authenticator {
  return async (credentials) => {
    const outcome = await authenticate(credentials);
    if (outcome.kind === 'refused' || credentials.userAgent?.startsWith('kubectl') !== true) return outcome;
    if (rule.kind === 'disabled') return { kind: 'refused', reason: 'kubectl is disabled on this server' };
    const expiresAt = outcome.kind === 'user' ? outcome.expiresAt : undefined;
    if (expiresAt !== undefined && expiresAt - clock.now() <= rule.maxRemainingMs) return outcome;
    const minutes = Math.floor(rule.maxRemainingMs / 60_000);
    return { kind: 'refused', reason: `kubectl needs a token that expires within ${minutes} minutes` };
  };
}
