import {
  type ClusterCapacity,
  type ClusterNodeList,
  type ClusterPodList,
  type ClusterServiceList,
  EVERYWHERE,
  inventoryRoutes,
  type PodEvent,
  type PodFilter,
  type ServiceFilter,
} from '@kubemin/client';
import type { KubeClient } from '@kubemin/kube';
import { formatLabelSelector, labelSelectorFromObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Event, Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import { LABEL, objectAppId, objectOwner } from '@kubemin/render';
import type { SqlDatabase } from '@kubemin/sql';
import { forbidden } from '../../accounts/index.ts';
import {
  ApplicationRows,
  applicationNotFound,
  type BoundRoute,
  bindJson,
  buildPage,
  type Caller,
  type ServerTables,
} from '../../api/index.ts';
import { resourceCapacities } from './capacity-view.ts';
import { type ClusterRequestOptions, requestCluster } from './cluster-request.ts';
import { eventTime } from './event-time.ts';
import { isReady, isSchedulable, nodeUses, nodeView } from './node-view.ts';
import { isPending, podView } from './pod-view.ts';

export interface InventoryServiceOptions extends ClusterRequestOptions {
  readonly database: SqlDatabase<ServerTables>;
}

/** What is in a cluster, queried each time. Pods are shown to callers who may read their application. */
export class InventoryService {
  readonly #options: InventoryServiceOptions;

  constructor(options: InventoryServiceOptions) {
    this.#options = options;
  }

  async nodes(cluster: string): Promise<ClusterNodeList> {
    const { nodes, pods } = await this.#machines(cluster);
    return { nodes: nodeUses(nodes, pods).map(nodeView) };
  }

  async pods(cluster: string, filter: PodFilter, caller: Caller): Promise<ClusterPodList> {
    const { namespace, name, node, appId, all } = filter;
    if (all && caller.projects('read') !== 'all') throw forbidden(caller.permissions.lack('read', EVERYWHERE));
    const labelSelector = appId === undefined ? LABEL.appId : `${LABEL.appId}=${appId}`;
    const fields = [
      ...(name === undefined ? [] : [`metadata.name=${name}`]),
      ...(node === undefined ? [] : [`spec.nodeName=${node}`]),
    ];
    const found = await this.#ask(cluster, (client, signal) =>
      client.resource(core.v1.pods, namespace).list({
        signal,
        ...((!all || appId !== undefined) && { labelSelector }),
        ...(fields.length > 0 && { fieldSelector: fields.join() }),
      }),
    );
    const names = await this.#namesSeen(caller);
    const shown = found.items.filter((pod) => all || names.has(objectAppId(pod) ?? '')).toSorted(byName);
    const { entries, ...next } = buildPage(shown, filter, podKey);
    return { pods: entries.map((pod) => podView(pod, names.get(objectAppId(pod) ?? ''))), ...next };
  }

  /** Services of applications the caller may read; pods of other applications are not among those they select. */
  async services(cluster: string, { namespace, name }: ServiceFilter, caller: Caller): Promise<ClusterServiceList> {
    const names = await this.#namesSeen(caller);
    return this.#ask(cluster, async (client, signal) => {
      const { items } = await client.resource(core.v1.services, namespace).list({
        ...{ signal, labelSelector: LABEL.appId },
        ...(name !== undefined && { fieldSelector: `metadata.name=${name}` }),
      });
      const shown = items.filter((service) => names.has(objectAppId(service) ?? '')).toSorted(byName);
      const services = shown.map(async (service) => {
        const appId = objectAppId(service) ?? '';
        const pods = await this.#selectedPods(client, service, signal);
        return serviceView(service, { appId, appName: names.get(appId) ?? '', pods });
      });
      return { services: await Promise.all(services) };
    });
  }

  async #selectedPods(client: KubeClient, service: Service, signal: AbortSignal): Promise<readonly string[]> {
    const { selector = {} } = service.spec ?? {};
    if (Object.keys(selector).length === 0) return [];
    const matchLabels = { ...selector, [LABEL.appId]: objectAppId(service) ?? '' };
    const labelSelector = formatLabelSelector(labelSelectorFromObject({ matchLabels }));
    const { items } = await client.resource(core.v1.pods, service.metadata.namespace).list({ signal, labelSelector });
    return items.map(({ metadata }) => metadata.name ?? '').toSorted();
  }

  /** Of the pods that are there, and of those that are gone by the names their workloads gave them. */
  async podEvents(appId: string): Promise<{ readonly events: readonly PodEvent[] }> {
    const application = await new ApplicationRows(this.#options.database.query).byId(appId);
    if (application === undefined) throw applicationNotFound(appId);
    const { cluster, namespace } = application;
    const [pods, events] = await this.#ask(cluster, (client, signal) =>
      Promise.all([
        client.resource(core.v1.pods, namespace).list({ signal, labelSelector: `${LABEL.appId}=${appId}` }),
        client.resource(core.v1.events, namespace).list({ signal, fieldSelector: 'involvedObject.kind=Pod' }),
      ]),
    );
    const names = new Set(pods.items.map(({ metadata }) => metadata.name));
    const own = events.items.filter(({ involvedObject: { kind, name = '' } }) => {
      return kind === 'Pod' && (names.has(name) || name.includes(`-${appId}-`));
    });
    return { events: own.map(podEventView).toSorted((a, b) => (a.time < b.time ? -1 : 1)) };
  }

  async capacity(cluster: string, caller: Caller): Promise<ClusterCapacity> {
    const { nodes, pods } = await this.#machines(cluster);
    const names = await this.#namesSeen(caller);
    const waiting = pods.filter((pod) => isPending(pod) && names.has(objectAppId(pod) ?? '')).toSorted(byName);
    return {
      nodes: {
        all: nodes.length,
        ready: nodes.filter(isReady).length,
        schedulable: nodes.filter(isSchedulable).length,
      },
      resources: resourceCapacities(nodeUses(nodes, pods)),
      pending: waiting.map((pod) => podView(pod, names.get(objectAppId(pod) ?? ''))),
    };
  }

  async #machines(cluster: string) {
    return this.#ask(cluster, async (client, signal) => {
      const [nodes, pods] = await Promise.all([
        client.resource(core.v1.nodes).list({ signal }),
        client.resource(core.v1.pods).list({ signal }),
      ]);
      return { nodes: nodes.items, pods: pods.items };
    });
  }

  #ask<T>(cluster: string, send: (client: KubeClient, signal: AbortSignal) => Promise<T>): Promise<T> {
    return requestCluster(this.#options, { cluster, send });
  }

  /** The names of all applications the caller may read, by id. */
  async #namesSeen(caller: Caller): Promise<ReadonlyMap<string, string>> {
    return new ApplicationRows(this.#options.database.query).listNames(caller.projects('read'));
  }
}

function podEventView(event: Event): PodEvent {
  const { involvedObject, type = 'Normal', reason = '', message = '', count = 1 } = event;
  return { time: eventTime(event), pod: involvedObject.name ?? '', type, reason, message, count: Math.max(1, count) };
}

function serviceView(
  service: Service,
  owner: Pick<ClusterServiceList['services'][number], 'appId' | 'appName' | 'pods'>,
): ClusterServiceList['services'][number] {
  const { metadata, spec } = service;
  const component = objectOwner(service)?.componentName;
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name ?? '',
    ...owner,
    ...(component !== undefined && { component }),
    ports: (spec?.ports ?? []).map(({ port, name, targetPort }) => ({
      ...{ port, target: targetPort ?? port },
      ...(name !== undefined && { name }),
    })),
  };
}

function podKey({ metadata }: Pick<Pod, 'metadata'>): string {
  return `${metadata.namespace}/${metadata.name}`;
}

function byName(left: Pick<Pod, 'metadata'>, right: Pick<Pod, 'metadata'>): number {
  return podKey(left) < podKey(right) ? -1 : 1;
}

/** Which method of the service handles which route about what is in a cluster. */
export function inventoryHandlers(
  inventory: InventoryService,
): Readonly<Record<keyof typeof inventoryRoutes, BoundRoute>> {
  const { clusterNodes, clusterPods, clusterServices, clusterCapacity, podEvents } = inventoryRoutes;
  return {
    clusterNodes: bindJson(clusterNodes, ({ params }) => inventory.nodes(params.cluster)),
    clusterPods: bindJson(clusterPods, ({ params, query, caller }) => inventory.pods(params.cluster, query, caller)),
    clusterServices: bindJson(clusterServices, ({ params, query, caller }) =>
      inventory.services(params.cluster, query, caller),
    ),
    podEvents: bindJson(podEvents, ({ params }) => inventory.podEvents(params.appId)),
    clusterCapacity: bindJson(clusterCapacity, ({ params, caller }) => inventory.capacity(params.cluster, caller)),
  };
}
