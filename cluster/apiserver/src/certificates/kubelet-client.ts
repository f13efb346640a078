import type { Clock, Random } from '@kubemin/base';
import { TerminalError } from '@kubemin/base';
import { type KeyedCertificate, readCertificate } from './certificate-files.ts';
import { makeClientCertificate } from './certificate-maker.ts';

/** Where the authority is kept that signs. */
export interface KubeletClientOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly random: Random;
}

const WHO = { name: 'kube-apiserver-kubelet-client', groups: ['system:masters'] };

/** What the API server shows to kubelets: made anew with each start, so that there is nothing to keep. */
export async function makeKubeletClientCertificate({
  directory,
  clock,
  random,
}: KubeletClientOptions): Promise<KeyedCertificate> {
  const authority = await readCertificate(directory, 'ca');
  if (authority !== undefined) return makeClientCertificate(authority, WHO, { now: clock.now(), random });
  throw new TerminalError(
    `there is no certificate authority in ${directory}; the API server makes one when it starts`,
    {
      code: 'CERTIFICATE_AUTHORITY_MISSING',
    },
  );
}
