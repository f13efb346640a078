import type { Clock } from '@kubemin/base';
import { errorMessage, type Message } from '@kubemin/base/message';
import {
  type ClusterCheck,
  type ClusterDetail,
  type ClusterList,
  type ClusterRegistration,
  type ClusterReplacement,
  clusterRoutes,
  encodeTexts,
  instant,
} from '@kubemin/client';
import { createKubeClient, type KubeClient, KubeconfigError, readPortableKubeconfig } from '@kubemin/kube';
import { DEFAULT_CLUSTER } from '@kubemin/model';
import { isUniqueViolation, type Kysely, type SqlDatabase } from '@kubemin/sql';
import { ApiError, ApplicationRows, type BoundRoute, bindJson, type ServerTables } from '../api/index.ts';
import { clusterMessages } from '../messages/index.ts';
import type { ClusterMonitor, ClusterState } from './cluster-monitor.ts';
import type { ClusterRegistry } from './cluster-registry.ts';
import type { ClusterCredentials, ClusterSummary } from './cluster-rows.ts';
import type { ClusterUse } from './cluster-use.ts';

export interface ClusterServiceOptions {
  readonly database: SqlDatabase<ServerTables>;
  readonly registry: ClusterRegistry;
  readonly monitor: ClusterMonitor;
  readonly use: ClusterUse;
  /** Names of the projects that are bound to namespaces of a cluster. */
  readonly boundProjects: (cluster: string, query: Kysely<ServerTables>) => Promise<readonly string[]>;
  /** Of the default cluster. */
  readonly client: KubeClient;
  readonly clock: Clock;
  /** Which kind of gateway routes are rendered for in a cluster; undefined where that does not depend on it. */
  readonly gateway: (cluster: string) => Promise<Message | undefined>;
  /** Where hosts of ingresses of the default cluster are served, if not at their own address. */
  readonly ingress: string | undefined;
}

/** The clusters that applications are delivered to. What they are reached with goes in, and never comes out. */
export class ClusterService {
  readonly #options: ClusterServiceOptions;

  constructor(options: ClusterServiceOptions) {
    this.#options = options;
  }

  async list(): Promise<ClusterList> {
    const { registry, monitor } = this.#options;
    const names = [DEFAULT_CLUSTER, ...(await registry.names())];
    const clusters = names.map(async (name) => ({
      name,
      default: name === DEFAULT_CLUSTER,
      status: monitor.state(name).status,
      ...(await this.#gateway(name)),
      ...this.#ingress(name),
    }));
    return { clusters: await Promise.all(clusters) };
  }

  /** A cluster that does not respond is not asked: the list must not wait for it. */
  async #gateway(name: string): Promise<Pick<ClusterDetail, 'gateway' | 'texts'>> {
    const { monitor, gateway } = this.#options;
    if (monitor.state(name).status !== 'up') return {};
    try {
      const message = await gateway(name);
      return message === undefined ? {} : { gateway: message.message, ...encodeTexts({ gateway: message }) };
    } catch (error) {
      const message = errorMessage(error);
      return { gateway: message.message, ...encodeTexts({ gateway: message }) };
    }
  }

  #ingress(name: string): Pick<ClusterDetail, 'ingress'> {
    const { ingress } = this.#options;
    return name === DEFAULT_CLUSTER && ingress !== undefined ? { ingress } : {};
  }

  async get(name: string): Promise<ClusterDetail> {
    const applications = await this.#applications(name);
    const state = this.#options.monitor.state(name);
    if (name === DEFAULT_CLUSTER)
      return { name, default: true, ...stateView(state), ...this.#ingress(name), applications };
    return detail(await this.#require(name), state, applications);
  }

  async register({ name, ...given }: ClusterRegistration): Promise<ClusterDetail> {
    const { registry, clock } = this.#options;
    const credentials = await this.#tried(given);
    try {
      await registry.rows.insert(name, credentials, clock.now());
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new ApiError('CLUSTER_NAME_TAKEN', clusterMessages.nameTaken({ cluster: name }));
    }
    return this.#changed(name);
  }

  async replace(name: string, given: ClusterReplacement): Promise<ClusterDetail> {
    refuseDefault(name);
    await this.#require(name);
    const credentials = await this.#tried(given);
    if (!(await this.#options.registry.rows.replace(name, credentials, this.#options.clock.now())))
      throw clusterNotFound(name);
    return this.#changed(name);
  }

  async check(name: string): Promise<ClusterCheck> {
    if (name !== DEFAULT_CLUSTER) await this.#require(name);
    try {
      const { version, policies } = await this.#options.monitor.examine(name);
      return { name, reachable: true, version, policies, ...checkText(clusterMessages.reachable({ version })) };
    } catch (error) {
      return { name, reachable: false, ...checkText(errorMessage(error)) };
    }
  }

  async remove(name: string): Promise<ClusterList> {
    const { database, registry, monitor, use } = this.#options;
    refuseDefault(name);
    await database.transaction(async (transaction) => {
      if (!(await use.hold(name, transaction))) throw clusterNotFound(name);
      const count = (await new ApplicationRows(transaction).countByCluster()).get(name) ?? 0;
      if (count > 0) {
        throw new ApiError('CLUSTER_IN_USE', clusterMessages.inUse({ applications: count, cluster: name }));
      }
      const projects = await this.#options.boundProjects(name, transaction);
      if (projects.length > 0) throw new ApiError('CLUSTER_IN_USE', clusterMessages.bound({ projects, cluster: name }));
      await transaction.deleteFrom('clusters').where('name', '=', name).execute();
    });
    // Connections to what is gone are closed with the next look at the names.
    await registry.names();
    monitor.nudge();
    return this.list();
  }

  /** What a cluster is reached with. */
  async client(name: string): Promise<KubeClient> {
    const { registry, client } = this.#options;
    if (name === DEFAULT_CLUSTER) return client;
    await this.#require(name);
    return (await registry.connect(name)).client;
  }

  /** Refuses a kubeconfig that cannot be used, and one whose cluster does not respond. */
  async #tried({ kubeconfig, context }: ClusterReplacement): Promise<ClusterCredentials> {
    const { registry, monitor } = this.#options;
    const { access, text } = readKubeconfig(kubeconfig, context);
    const transport = registry.dial(access);
    try {
      await monitor.try(createKubeClient(transport.handler));
    } catch (cause) {
      throw new ApiError('CLUSTER_UNREACHABLE', clusterMessages.unreachable({ reason: errorMessage(cause) }), {
        cause,
      });
    } finally {
      transport.close();
    }
    return { server: new URL(access.server).origin, context: access.context, kubeconfig: text };
  }

  async #changed(name: string): Promise<ClusterDetail> {
    this.#options.monitor.nudge();
    // It has just responded.
    return detail(await this.#require(name), { status: 'up' }, await this.#applications(name));
  }

  async #applications(name: string): Promise<number> {
    return (await new ApplicationRows(this.#options.database.query).countByCluster()).get(name) ?? 0;
  }

  async #require(name: string): Promise<ClusterSummary> {
    const row = await this.#options.registry.rows.find(name);
    if (row === undefined) throw clusterNotFound(name);
    return row;
  }
}

function readKubeconfig(kubeconfig: string, context: string | undefined) {
  try {
    return readPortableKubeconfig(kubeconfig, { context });
  } catch (error) {
    if (error instanceof KubeconfigError)
      throw new ApiError('KUBECONFIG_INVALID', errorMessage(error), { cause: error });
    throw error;
  }
}

function refuseDefault(name: string): void {
  if (name !== DEFAULT_CLUSTER) return;
  throw new ApiError('CLUSTER_IS_DEFAULT', clusterMessages.isDefault);
}

function clusterNotFound(name: string): ApiError {
  return new ApiError('CLUSTER_NOT_FOUND', clusterMessages.notFound({ cluster: name }));
}

function checkText(message: Message): Pick<ClusterCheck, 'message' | 'texts'> {
  return { message: message.message, ...encodeTexts({ message }) };
}

function stateView({ status, message }: ClusterState): Pick<ClusterDetail, 'status' | 'message' | 'texts'> {
  return { status, ...(message !== undefined && checkText(message)) };
}

function detail(row: ClusterSummary, state: ClusterState, applications: number): ClusterDetail {
  const { name, server, context } = row;
  const times = { createTime: instant(row.created_at), updateTime: instant(row.updated_at) };
  return {
    name,
    default: false,
    ...stateView(state),
    server,
    context,
    applications,
    ...times,
  };
}

/** Which method of the service handles which route about clusters. */
export function clusterHandlers(clusters: ClusterService): Readonly<Record<keyof typeof clusterRoutes, BoundRoute>> {
  const { listClusters, registerCluster, getCluster, replaceCluster, checkCluster, removeCluster } = clusterRoutes;
  return {
    listClusters: bindJson(listClusters, () => clusters.list()),
    registerCluster: bindJson(registerCluster, ({ body }) => clusters.register(body)),
    getCluster: bindJson(getCluster, ({ params }) => clusters.get(params.cluster)),
    replaceCluster: bindJson(replaceCluster, ({ params, body }) => clusters.replace(params.cluster, body)),
    checkCluster: bindJson(checkCluster, ({ params }) => clusters.check(params.cluster)),
    removeCluster: bindJson(removeCluster, ({ params }) => clusters.remove(params.cluster)),
  };
}
