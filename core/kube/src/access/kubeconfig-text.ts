import { stringify } from 'yaml';

/** What goes into a kubeconfig. */
export interface RenderKubeconfigOptions {
  readonly server: string;
  /** Of the cluster, the user and the context alike. @default 'kubemin' */
  readonly name?: string | undefined;
  /** PEM. */
  readonly ca?: string | undefined;
  readonly token?: string | undefined;
  /** PEM. */
  readonly clientCert?: string | undefined;
  /** PEM. */
  readonly clientKey?: string | undefined;
  readonly namespace?: string | undefined;
  readonly insecureSkipTlsVerify?: boolean | undefined;
}

/** The text of a kubeconfig with one context, readable by kubectl and by loadKubeconfig. It holds secrets: store it with mode 0600. */
export function renderKubeconfig(options: RenderKubeconfigOptions): string {
  const { server, name = 'kubemin', ca, token, clientCert, clientKey, namespace, insecureSkipTlsVerify } = options;
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name,
        cluster: {
          server,
          ...(ca !== undefined && { 'certificate-authority-data': base64(ca) }),
          ...(insecureSkipTlsVerify && { 'insecure-skip-tls-verify': true }),
        },
      },
    ],
    users: [
      {
        name,
        user: {
          ...(token !== undefined && { token }),
          ...(clientCert !== undefined && { 'client-certificate-data': base64(clientCert) }),
          ...(clientKey !== undefined && { 'client-key-data': base64(clientKey) }),
        },
      },
    ],
    contexts: [{ name, context: { cluster: name, user: name, ...(namespace !== undefined && { namespace }) } }],
    'current-context': name,
  });
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
