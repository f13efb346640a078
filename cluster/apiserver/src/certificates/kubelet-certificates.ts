import type { Clock, Random } from '@kubemin/base';
import { TerminalError } from '@kubemin/base';
import { startMessages } from '../messages/index.ts';
import { makeClientCertificate, makeServerCertificate } from './certificate-builder.ts';
import { type KeyedCertificate, readCertificate } from './certificate-files.ts';

/** Where the authority is kept that signs. */
export interface KubeletCertificateOptions {
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
export async function makeKubeletClientCertificate(options: KubeletCertificateOptions): Promise<KeyedCertificate> {
  const { clock, random } = options;
  return makeClientCertificate(await readAuthority(options), SUBJECT, { now: clock.now(), random });
}

/** What the kubelet of a node shows to its clients: made again at each start and never stored. */
export async function makeKubeletServingCertificate(
  node: string,
  hosts: readonly string[],
  options: KubeletCertificateOptions,
): Promise<KeyedCertificate> {
  const { clock, random } = options;
  const subject = { name: `system:node:${node}`, groups: ['system:nodes'] };
  return makeServerCertificate(await readAuthority(options), hosts, { now: clock.now(), random, subject });
}

async function readAuthority({ directory }: KubeletCertificateOptions): Promise<KeyedCertificate> {
  const authority = await readCertificate(directory, 'ca');
  if (authority !== undefined) return authority;
  throw new TerminalError(startMessages.noAuthority({ directory }), {
    code: 'CERTIFICATE_AUTHORITY_MISSING',
  });
}
