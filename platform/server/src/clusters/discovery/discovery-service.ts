import type { Clock, Logger, Random } from '@kubemin/base';
import { errorMessage } from '@kubemin/base/message';
import { discoveryRoutes, type TargetFilter, type TargetGroup } from '@kubemin/client';
import type { KubeClient } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { objectAppId } from '@kubemin/render';
import type { SqlDatabase } from '@kubemin/sql';
import {
  ApiError,
  ApplicationRows,
  type BoundRoute,
  bindJson,
  type Caller,
  type ServerTables,
  withTimeout,
} from '../../api/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import type { ClusterService } from '../cluster-service.ts';
import { nodeTarget, podTargets } from './pod-targets.ts';
import { WatchedCluster } from './watched-cluster.ts';

export interface DiscoveryServiceOptions {
  readonly database: SqlDatabase<ServerTables>;
  readonly clusters: Pick<ClusterService, 'client'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

const PATIENCE_MS = 10_000;
/** Collectors ask every minute or so; a cluster without requests is not followed. */
const KEEP_MS = 10 * 60_000;

/**
 * Where collectors of metrics find what to collect from. A cluster is followed from the first request on, so that
 * many collectors cost it nothing; while it is away, the last known targets are returned.
 */
export class DiscoveryService {
  readonly #options: DiscoveryServiceOptions;
  readonly #watched = new Map<string, WatchedCluster>();

  constructor(options: DiscoveryServiceOptions) {
    this.#options = options;
  }

  async targets(cluster: string, { role }: TargetFilter, caller: Caller): Promise<readonly TargetGroup[]> {
    const watched = this.#watch(cluster, await this.#options.clusters.client(cluster));
    const { synced } = role === 'node' ? watched.nodes : watched.pods;
    try {
      await withTimeout(this.#options.clock, PATIENCE_MS, () => synced);
    } catch (cause) {
      const reason = errorMessage(cause);
      throw new ApiError('CLUSTER_UNREACHABLE', clusterMessages.requestFailed({ cluster, reason }), { cause });
    }
    if (role === 'node') return watched.nodes.list().flatMap((node) => nodeTarget(node) ?? []);
    const mayRead = await this.#readable(caller);
    return watched.pods.list().filter(mayRead).flatMap(podTargets);
  }

  /** Ends what is followed when the server does. */
  run(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        for (const watched of this.#watched.values()) watched.end();
        this.#watched.clear();
        resolve();
      };
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  }

  #watch(name: string, client: KubeClient): WatchedCluster {
    const before = this.#watched.get(name);
    // The name may have gone to another cluster.
    if (before !== undefined && before.client !== client) before.end();
    const watched = before?.client === client ? before : new WatchedCluster({ ...this.#options, client });
    this.#watched.set(name, watched);
    watched.keepFor(KEEP_MS, () => {
      if (this.#watched.get(name) === watched) this.#watched.delete(name);
    });
    return watched;
  }

  /** Pods are shown to callers who may read their application, those of no application to who may read everything. */
  async #readable(caller: Caller): Promise<(pod: Pod) => boolean> {
    const projects = caller.projects('read');
    if (projects === 'all') return () => true;
    const names = await new ApplicationRows(this.#options.database.query).listNames(projects);
    return (pod) => names.has(objectAppId(pod) ?? '');
  }
}

/** Which method of the service handles which route for collectors of metrics. */
export function discoveryHandlers(
  discovery: DiscoveryService,
): Readonly<Record<keyof typeof discoveryRoutes, BoundRoute>> {
  const { scrapeTargets } = discoveryRoutes;
  return {
    scrapeTargets: bindJson(scrapeTargets, ({ params, query, caller }) =>
      discovery.targets(params.cluster, query, caller),
    ),
  };
}
