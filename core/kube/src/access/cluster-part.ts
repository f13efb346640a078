import type { HttpTransportOptions } from '../transport/http-transport.ts';
import type { ReadFile } from './kubeconfig-files.ts';
import type { KubeconfigSection } from './kubeconfig-section.ts';
import { namedPem } from './named-file.ts';

/** What a kubeconfig says about where the API is and how to know that it is the right one. */
export function clusterPart(cluster: KubeconfigSection, readFile: ReadFile): HttpTransportOptions {
  if (cluster.has('proxy-url')) {
    throw cluster.problem('names a proxy, which is not supported; use an address that can be reached directly', '', {
      code: 'KUBECONFIG_UNSUPPORTED',
    });
  }
  const server = cluster.required('server');
  const protocol = URL.parse(server)?.protocol;
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw cluster.problem(`is '${server}', which is no address; write https://host:6443 or http://host:port`, 'server');
  }
  const ca = namedPem(cluster, 'certificate-authority', readFile);
  const insecureSkipTlsVerify = cluster.flag('insecure-skip-tls-verify');
  if (ca !== undefined && insecureSkipTlsVerify) {
    const what =
      'contradicts certificate-authority: either the certificate is checked or it is not; remove one of both';
    throw cluster.problem(what, 'insecure-skip-tls-verify');
  }
  return { server, ca, tlsServerName: cluster.text('tls-server-name'), insecureSkipTlsVerify };
}
