import { BlockList, isIP } from 'node:net';
import type { Clock } from '@kubemin/base';
import type { UserInfo } from '@kubemin/kubeapi';
import { KUBELET_CLIENT_GROUP } from '../../certificates/index.ts';
import type { Authenticator, ClientCertificate } from './authenticator.ts';
import { tokenDigest } from './authorization-header.ts';
import { ADMIN_USER } from './well-known-users.ts';

/** Knows its users by client certificate: CN is the name, each O a group. The listener must ask for certificates. */
export function certificateAuthenticator({ clock }: { readonly clock: Clock }): Authenticator {
  return async ({ certificate }) => {
    if (certificate === undefined) return { kind: 'none' };
    const problem = certificateProblem(certificate, clock.now());
    if (problem !== undefined) return { kind: 'refused', reason: `x509: ${problem}` };
    const user = { username: certificate.commonName ?? '', groups: certificate.organizations };
    return { kind: 'user', user, expiresAt: certificate.notAfter };
  };
}

function certificateProblem(certificate: ClientCertificate, now: number): string | undefined {
  const { verified, commonName, organizations, notBefore, notAfter } = certificate;
  if (!verified) return 'the certificate is not signed by the authority for clients, or not meant for clients';
  if (now < notBefore || now > notAfter) return 'the certificate has expired or is not yet valid';
  // Only kubelets are shown this one. Here it can only be a proxied request that came back.
  if (organizations.includes(KUBELET_CLIENT_GROUP)) return 'the certificate is for kubelets, not for API servers';
  return commonName === undefined || commonName === '' ? 'the certificate has no common name' : undefined;
}

/** A bearer token and whom it stands for. */
export interface TokenUser {
  readonly token: string;
  readonly user: UserInfo;
}

/** Knows its users by bearer token. */
export function tokenAuthenticator(tokens: readonly TokenUser[]): Authenticator {
  const known = new Map(tokens.map(({ token, user }) => [tokenDigest(token), user]));
  return async ({ authorization }) => {
    if (authorization === undefined) return { kind: 'none' };
    const user = known.get(authorization.bearer?.digest ?? '');
    return user === undefined ? { kind: 'refused' } : { kind: 'user', user };
  };
}

/**
 * Authenticates clients on this machine that have no credentials as `user`. Dangerous on machines with several people, and
 * behind a proxy on the same machine, where every request is local: off by default. Only the socket's
 * peer counts, no header does.
 */
export function localhostAuthenticator(user: UserInfo = ADMIN_USER): Authenticator {
  const loopback = loopbackAddresses();
  return async ({ authorization, certificate, peerAddress }) => {
    if (authorization !== undefined || certificate !== undefined || peerAddress === undefined) return { kind: 'none' };
    const family = isIP(peerAddress);
    if (family === 0) return { kind: 'none' };
    return loopback.check(peerAddress, family === 4 ? 'ipv4' : 'ipv6') ? { kind: 'user', user } : { kind: 'none' };
  };
}

function loopbackAddresses(): BlockList {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  list.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');
  return list;
}

/** What kubectl may be used with. */
export type KubectlRule =
  | { readonly kind: 'disabled' }
  /** Only with credentials that end within this time: static tokens stay out of people's kubeconfigs. */
  | { readonly kind: 'ephemeral'; readonly maxRemainingMs: number };

/**
 * Holds kubectl to a rule. A convenience for teams, no security boundary: kubectl is recognised by its User-Agent, which
 * clients control. Real limits are authorization's.
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
