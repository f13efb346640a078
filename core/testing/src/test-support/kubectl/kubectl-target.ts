/** What kubectl is played against. */
export interface KubectlTarget {
  /** A directory of its own; kubectl remembers there what the server has. */
  readonly home: string;
  /** For an administrator who works in one namespace. */
  kubeconfig(namespace: string): string;
  /** Makes a namespace; in it pods can be made as soon as this resolves. */
  openNamespace(name: string): Promise<void>;
  /** What the server has at a path. */
  get(url: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Where a server is and how to be let in. */
export interface KubectlAccess {
  readonly server: string;
  readonly ca: string;
  readonly token: string;
}

/** The kubeconfig of a user of one namespace of one cluster. */
export function kubeconfigFor({ server, ca, token }: KubectlAccess, namespace: string): string {
  const cluster = { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') };
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    clusters: [{ name: 'test', cluster }],
    users: [{ name: 'test', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test', namespace } }],
  });
}
