import { core } from '@kubemin/kubeapi/resources';
import { eventually } from '../../eventually.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../temporary-directory.ts';
import { type ServedTestCluster, startTestCluster, type TestClusterOptions } from '../../test-cluster.ts';
import { type KubectlTarget, kubeconfigFor } from './kubectl-target.ts';

/** A whole cluster over TLS: API server, built-in controllers, scheduler and simulated nodes. */
export class ClusterTarget implements KubectlTarget {
  readonly cluster: ServedTestCluster;
  readonly #directory: TemporaryDirectory;

  private constructor(cluster: ServedTestCluster, directory: TemporaryDirectory) {
    this.cluster = cluster;
    this.#directory = directory;
  }

  static async start(options: Omit<TestClusterOptions, 'transport'> = {}): Promise<ClusterTarget> {
    const directory = await temporaryDirectory();
    const cluster = await startTestCluster({ nodes: 3, ...options, transport: 'http' });
    return new ClusterTarget(cluster, directory);
  }

  get home(): string {
    return this.#directory.path;
  }

  kubeconfig(namespace: string): string {
    return kubeconfigFor(this.cluster.address, namespace);
  }

  async openNamespace(name: string): Promise<void> {
    const { client } = this.cluster;
    await client.resource(core.v1.namespaces).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    // Pods need it, and it comes a moment later.
    await eventually(() => client.resource(core.v1.serviceaccounts, name).find('default'));
  }

  async get(url: string): Promise<unknown> {
    const [path = '', query = ''] = url.split('?');
    const response = await this.cluster.loopback({
      method: 'GET',
      path,
      query: new URLSearchParams(query),
      headers: {},
    });
    if (response.kind !== 'object' || response.status >= 300) {
      throw new Error(`GET ${url} responded with ${JSON.stringify(response)}`);
    }
    return response.object;
  }

  async close(): Promise<void> {
    await this.cluster.close();
    await this.#directory.remove();
  }
}
