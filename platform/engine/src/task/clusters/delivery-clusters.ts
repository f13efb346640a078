import type { Clock, Logger, Random } from '@kubemin/base';
import { createInformerFactory, type InformerFactory, type KubeClient } from '@kubemin/kube';
import { formatApiVersion, type ResourceType } from '@kubemin/kubeapi';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import type { ClusterConnection, ClusterSource } from './cluster-source.ts';
import { GatewayDetection, type GatewayPreferences } from './gateway-detection.ts';

/** A cluster as runs use it. */
export interface DeliveryCluster {
  readonly client: KubeClient;
  /** Shared by all runs that deliver there. */
  readonly informers: InformerFactory;
  /** Undefined where routes are rendered as the renderer is set up, whatever the cluster serves. */
  readonly gateway: GatewayDetection | undefined;
}

/** What delivering to clusters takes. */
export interface DeliveryClustersOptions {
  /** Of the default cluster. */
  readonly client: KubeClient;
  readonly source: ClusterSource;
  readonly gateway: GatewayPreferences | undefined;
  /** Kinds of their own that clusters may have, for clients to find by apiVersion and kind. @default none */
  readonly resourceTypes?: readonly ResourceType[] | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** The clusters an engine delivers to, each with one set of informers that lives as long as its registration. */
export class DeliveryClusters {
  readonly #options: DeliveryClustersOptions;
  readonly #default: DeliveryCluster;
  readonly #others = new WeakMap<ClusterConnection, DeliveryCluster>();
  readonly #stop = new AbortController();

  constructor(options: DeliveryClustersOptions) {
    this.#options = options;
    this.#default = this.#cluster(options.client);
  }

  /** Begins to watch the default cluster; others are watched once something is delivered there. */
  start(): void {
    this.#default.informers.start(this.#stop.signal);
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Rejects with TerminalError CLUSTER_UNKNOWN when no cluster has the name. */
  async get(name: string = DEFAULT_CLUSTER): Promise<DeliveryCluster> {
    if (name === DEFAULT_CLUSTER) return this.#default;
    const connection = await this.#options.source.connect(name);
    const known = this.#others.get(connection);
    if (known !== undefined) return known;
    const cluster = this.#cluster(connection.client);
    cluster.informers.start(AbortSignal.any([this.#stop.signal, connection.closed]));
    this.#others.set(connection, cluster);
    return cluster;
  }

  /** Of all clusters, the default one first. */
  async names(): Promise<readonly string[]> {
    return [DEFAULT_CLUSTER, ...(await this.#options.source.names())];
  }

  #cluster(client: KubeClient): DeliveryCluster {
    const { gateway: preferences, resourceTypes = [], clock } = this.#options;
    const gateway = preferences && new GatewayDetection({ preferences, handler: client.handler, clock });
    const knowing = withResourceTypes(client, resourceTypes);
    return { client: knowing, informers: createInformerFactory({ ...this.#options, client: knowing }), gateway };
  }
}

function withResourceTypes(client: KubeClient, types: readonly ResourceType[]): KubeClient {
  if (types.length === 0) return client;
  const added = new Map(types.map((type) => [`${formatApiVersion(type)} ${type.kind}`, type]));
  return {
    ...client,
    findBuiltInType: (object) => client.findBuiltInType(object) ?? added.get(`${object.apiVersion} ${object.kind}`),
  };
}
