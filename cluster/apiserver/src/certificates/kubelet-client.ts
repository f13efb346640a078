import type { Clock, Random } from '@kubemin/base';
import { TerminalError } from '@kubemin/base';
import { startMessages } from '../messages/index.ts';
import { makeClientCertificate } from './certificate-builder.ts';
import { type KeyedCertificate, readCertificate } from './certificate-files.ts';

/** Where the authority is kept that signs. */
export interface KubeletClientOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * The group of API servers among the clients of kubelets. It is bound to `system:kubelet-api-admin`, which kubelets ask
 * about; an API server never accepts it from a client of its own.
 */
export const KUBELET_CLIENT_GROUP = 'kubemin:kubelet-clients';

const SUBJECT = { name: 'kube-apiserver-kubelet-client', groups: [KUBELET_CLIENT_GROUP] };

/** What the API server shows to kubelets: made again at each start and never stored. */
export async function makeKubeletClientCertificate({
  directory,
  clock,
  random,
}: KubeletClientOptions): Promise<KeyedCertificate> {
  const authority = await readCertificate(directory, 'ca');
  if (authority !== undefined) return makeClientCertificate(authority, SUBJECT, { now: clock.now(), random });
  throw new TerminalError(startMessages.noAuthority({ directory }), {
    code: 'CERTIFICATE_AUTHORITY_MISSING',
  });
}
