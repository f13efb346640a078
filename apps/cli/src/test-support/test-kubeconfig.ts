import { writeFile } from 'node:fs/promises';
import type { ClusterAddress } from '@kubemin/testing';

/** Writes a kubeconfig for a test cluster. */
export async function writeKubeconfig(path: string, { server, ca, token }: ClusterAddress): Promise<void> {
  const name = 'test';
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  };
  // JSON is YAML.
  await writeFile(path, JSON.stringify(kubeconfig));
}
