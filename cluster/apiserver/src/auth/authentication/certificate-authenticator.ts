import type { Clock } from '@kubemin/base';
import { KUBELET_CLIENT_GROUP } from '../../certificates/index.ts';
import type { Authenticator, ClientCertificate } from './authenticator.ts';

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
