import { ADMIN_USER, createApiServer, fileStorage } from '@kubemin/apiserver';
import { Disposables, MetricRegistry, silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { type ControllerModule, createManager } from '@kubemin/controller';
import { controllerClients } from '@kubemin/controllers';
import { createKubeClient, type KubeClient, loopbackTransport } from '@kubemin/kube';
import type { UserInfo } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { KubeletServer, nodeUser, simulatedNodes } from '@kubemin/node';
import { RequestCounts } from './request-counts.ts';
import type { ClusterSettings } from './settings.ts';

const LOOK_MS = 100;

/** The cluster of `kubemin up` without its port and its platform: API server on a file, and what is run over it. */
export class BenchCluster {
  readonly client: KubeClient;
  readonly requests: RequestCounts;
  readonly metrics = new MetricRegistry();
  readonly #open: Disposables;
  readonly #kubelets: KubeletServer;
  readonly #clientAs: (user: UserInfo) => KubeClient;

  private constructor(parts: {
    readonly clientAs: (user: UserInfo) => KubeClient;
    readonly requests: RequestCounts;
    readonly kubelets: KubeletServer;
    readonly open: Disposables;
  }) {
    this.client = parts.clientAs(ADMIN_USER);
    this.#clientAs = parts.clientAs;
    this.requests = parts.requests;
    this.#kubelets = parts.kubelets;
    this.#open = parts.open;
  }

  static async start({ directory }: ClusterSettings): Promise<BenchCluster> {
    const open = new Disposables();
    const storage = await fileStorage({ directory });
    open.add(() => storage.close());
    const kubelets = new KubeletServer();
    const parts = { clock: systemClock, random: systemRandom, logger: silentLogger };
    const server = await createApiServer({ ...parts, storage, nodes: kubelets });
    open.add(() => server.close());
    const requests = new RequestCounts();
    const handler = requests.around(server.handler);
    const clientAs = (user: UserInfo): KubeClient => createKubeClient(loopbackTransport(handler, user));
    return new BenchCluster({ clientAs, requests, kubelets, open });
  }

  /** The module that makes so many nodes. */
  nodes(count: number): ControllerModule {
    const nodeClient = (node: string): KubeClient => this.#clientAs(nodeUser(node));
    return simulatedNodes({ count, kubelets: this.#kubelets, nodeClient });
  }

  /** Runs these modules until the returned function is called. */
  async run(modules: readonly ControllerModule[], metrics = new MetricRegistry()): Promise<() => Promise<void>> {
    const parts = { clock: systemClock, random: systemRandom, logger: silentLogger };
    const manager = createManager({ ...parts, ...controllerClients(this.#clientAs), metrics }).with(...modules);
    const stop = new AbortController();
    const running = manager.run(stop.signal);
    await Promise.race([manager.ready, running]);
    return async () => {
      stop.abort();
      await running;
    };
  }

  /** Resolves when so many nodes would take pods. */
  async nodesReady(count: number): Promise<void> {
    for (;;) {
      const { items } = await this.client.resource(core.v1.nodes).list();
      const able = items.filter(({ spec, status }) => {
        const ready = status?.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True');
        return ready === true && (spec?.taints ?? []).length === 0;
      });
      if (able.length >= count) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  close(): Promise<void> {
    return this.#open.dispose();
  }
}
