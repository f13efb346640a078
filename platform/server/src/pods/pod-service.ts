import type { Clock } from '@kubemin/base';
import {
  type ApplicationPodFilter,
  type ApplicationPodList,
  type ApplicationUsage,
  type ClusterEventFilter,
  type ClusterEventList,
  type ClusterPodUsage,
  type ClusterPodUsageFilter,
  type ClusterUsage,
  type DeletedPod,
  podRoutes,
} from '@kubemin/client';
import { isStatusError, metricsApi } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { objectAppId } from '@kubemin/render';
import { ApiError, bindJson, bindStream, type Caller, type EventBursts, withTimeout } from '../api/index.ts';
import type { ClusterService } from '../clusters/index.ts';
import { podMessages } from '../messages/index.ts';
import { type ApplicationPods, clusterError, type NeededRight, podNotFound, podSelector } from './application-pods.ts';
import { followClusterEvents, listClusterEvents } from './cluster-events.ts';
import { podView } from './pod-view.ts';
import type { StreamLimit } from './stream-limit.ts';
import { applicationUsageView, clusterPodUsageView, clusterUsageView } from './usage-view.ts';

export interface PodServiceOptions {
  readonly pods: ApplicationPods;
  readonly clusters: Pick<ClusterService, 'client'>;
  readonly clock: Clock;
  /** Of followed events. */
  readonly followers: StreamLimit;
  /** After how long without data sessions are closed. */
  readonly sessionIdleMs: number;
}

/** Who follows, from where, and until when. */
export interface Follower {
  readonly caller: Caller;
  readonly lastEventId: string | undefined;
  readonly signal: AbortSignal;
}

const METRICS: NeededRight = { verb: 'list', resource: 'pods.metrics.k8s.io', setting: 'access.create' };
const DELETE_PODS: NeededRight = { verb: 'delete', resource: 'pods', setting: 'access.sandbox' };
const TIMEOUT_MS = 10_000;

/** The pods of an application, what Kubernetes records about its objects, and what they use. */
export class PodService {
  readonly #options: PodServiceOptions;

  constructor(options: PodServiceOptions) {
    this.#options = options;
  }

  async list(appId: string, { component }: ApplicationPodFilter): Promise<ApplicationPodList> {
    const { pods, sessionIdleMs } = this.#options;
    const place = await pods.place(appId, component);
    return { pods: (await pods.list(place, component)).map(podView), sessionIdleSeconds: sessionIdleMs / 1_000 };
  }

  async delete(appId: string, name: string): Promise<DeletedPod> {
    const { pods } = this.#options;
    const place = await pods.place(appId);
    // Also finds out whether it is a pod of this application.
    const { uid } = (await pods.get(place, name)).metadata;
    await pods.ask(place, DELETE_PODS, (signal) =>
      place.client
        .resource(core.v1.pods, place.namespace)
        .delete(name, { signal, preconditions: { uid } })
        .catch((error: unknown) => {
          // Gone since, or replaced by another one of the same name.
          const isGone = isStatusError(error, 'NotFound') || isStatusError(error, 'Conflict');
          throw isGone ? podNotFound(place, name) : error;
        }),
    );
    return { namespace: place.namespace, name };
  }

  async events(appId: string, filter: ClusterEventFilter): Promise<ClusterEventList> {
    const { pods } = this.#options;
    return { events: await listClusterEvents(pods, await pods.place(appId, filter.component), filter) };
  }

  async followEvents(appId: string, filter: ClusterEventFilter, follower: Follower): Promise<EventBursts> {
    const { pods, clock, followers } = this.#options;
    const { caller, lastEventId, signal } = follower;
    const place = await pods.place(appId, filter.component);
    followers.take(caller, signal);
    return followClusterEvents({ pods, place, filter, after: lastEventId || undefined, clock, signal });
  }

  async usage(appId: string, { component }: ApplicationPodFilter): Promise<ApplicationUsage> {
    const { pods } = this.#options;
    const place = await pods.place(appId, component);
    const listed = await pods.list(place, component);
    const measured = await pods.ask(place, METRICS, (signal) =>
      place.client
        .resource(metricsApi.pods, place.namespace)
        .list({ signal, labelSelector: podSelector(place, component) })
        .catch(refuseWithoutMetrics(place.cluster)),
    );
    return applicationUsageView(listed, measured.items);
  }

  /** Pods of applications the caller may read; all pods for a caller who may read every project. */
  async clusterPodUsage(
    cluster: string,
    { namespace }: ClusterPodUsageFilter,
    caller: Caller,
  ): Promise<ClusterPodUsage> {
    const { clusters, clock, pods } = this.#options;
    const client = await clusters.client(cluster);
    const seen = await pods.readableApplications(caller);
    try {
      const [listed, measured] = await withTimeout(clock, TIMEOUT_MS, (signal) =>
        Promise.all([
          client.resource(core.v1.pods, namespace).list({ signal }),
          client.resource(metricsApi.pods, namespace).list({ signal }).catch(refuseWithoutMetrics(cluster)),
        ]),
      );
      const shown = listed.items.filter((pod) => seen === 'all' || seen.has(objectAppId(pod) ?? ''));
      return clusterPodUsageView(shown, measured.items);
    } catch (error) {
      throw clusterError({ cluster }, METRICS, error);
    }
  }

  async clusterUsage(cluster: string): Promise<ClusterUsage> {
    const { clusters, clock } = this.#options;
    const client = await clusters.client(cluster);
    try {
      const [nodes, measured] = await withTimeout(clock, TIMEOUT_MS, (signal) =>
        Promise.all([
          client.resource(core.v1.nodes).list({ signal }),
          client.resource(metricsApi.nodes).list({ signal }).catch(refuseWithoutMetrics(cluster)),
        ]),
      );
      return clusterUsageView(nodes.items, measured.items);
    } catch (error) {
      throw clusterError({ cluster }, { ...METRICS, resource: 'nodes, nodes.metrics.k8s.io' }, error);
    }
  }
}

/** A cluster without metrics-server does not serve the API (404), or its backend does not respond (503). */
function refuseWithoutMetrics(cluster: string): (error: unknown) => never {
  return (error) => {
    if (isStatusError(error, 'NotFound') || isStatusError(error, 'ServiceUnavailable')) {
      throw new ApiError('METRICS_UNAVAILABLE', podMessages.noMetrics({ cluster }), { cause: error });
    }
    throw error;
  };
}

/** Which method of the service handles which route about pods. */
export function podHandlers(service: PodService) {
  const { applicationPods, clusterEvents, applicationUsage, clusterUsage, clusterPodUsage } = podRoutes;
  return {
    applicationPods: bindJson(applicationPods, ({ params, query }) => service.list(params.appId, query)),
    deletePod: bindJson(podRoutes.deletePod, ({ params }) => service.delete(params.appId, params.pod)),
    clusterEvents: bindJson(clusterEvents, ({ params, query }) => service.events(params.appId, query)),
    followClusterEvents: bindStream(podRoutes.followClusterEvents, ({ params, query, ...follower }) =>
      service.followEvents(params.appId, query, follower),
    ),
    applicationUsage: bindJson(applicationUsage, ({ params, query }) => service.usage(params.appId, query)),
    clusterUsage: bindJson(clusterUsage, ({ params }) => service.clusterUsage(params.cluster)),
    clusterPodUsage: bindJson(clusterPodUsage, ({ params, query, caller }) =>
      service.clusterPodUsage(params.cluster, query, caller),
    ),
  };
}
