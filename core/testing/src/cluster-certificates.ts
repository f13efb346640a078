import {
  loadOrCreateCertificates,
  makeKubeletClientCertificate,
  makeKubeletServingCertificate,
} from '@kubemin/apiserver';
import { type Clock, systemClock, systemRandom } from '@kubemin/base';
import { temporaryDirectory } from './temporary-directory.ts';

/** Certificates of one authority: what a kubelet shows, and what an API server shows to kubelets; PEM. */
export async function makeKubeletCertificates(node: string, hosts: readonly string[], clock: Clock = systemClock) {
  const { path: directory, remove } = await temporaryDirectory();
  const options = { directory, clock, random: systemRandom };
  try {
    const { ca } = await loadOrCreateCertificates({ ...options, hosts: ['localhost'] });
    const [serving, client] = await Promise.all([
      makeKubeletServingCertificate(node, hosts, options),
      makeKubeletClientCertificate(options),
    ]);
    return { ca, serving, client };
  } finally {
    await remove();
  }
}
