import type { Clock } from '@kubemin/base';
import type { KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { LABEL, objectAppId, objectOwner } from '@kubemin/render';
import type { SqlDatabase } from '@kubemin/sql';
import {
  ApiError,
  type ApplicationRow,
  ApplicationRows,
  applicationNotFound,
  type Caller,
  type ServerTables,
  withTimeout,
} from '../api/index.ts';
import { type ClusterService, clusterRequestError } from '../clusters/index.ts';
import { podMessages } from '../messages/index.ts';

export interface ApplicationPodsOptions {
  readonly database: SqlDatabase<ServerTables>;
  readonly clusters: Pick<ClusterService, 'client'>;
  readonly clock: Clock;
}

/** Where the pods of an application are, and with what they are reached. */
export interface PodPlace extends Pick<ApplicationRow, 'id' | 'name' | 'cluster' | 'namespace'> {
  readonly client: KubeClient;
}

/** What a request needs in the cluster, for the message of one that the cluster refuses. */
export interface NeededRight {
  readonly verb: string;
  readonly resource: string;
  /** What grants it, in the values of the chart. */
  readonly setting: string;
}

const LIST_PODS: NeededRight = { verb: 'list', resource: 'pods', setting: 'access.create' };
const TIMEOUT_MS = 10_000;

/**
 * The pods of applications. A request names an application and at most a pod: cluster and namespace are those of the
 * stored application, and only pods with its label are found, whatever else is in the namespace.
 */
export class ApplicationPods {
  readonly #options: ApplicationPodsOptions;

  constructor(options: ApplicationPodsOptions) {
    this.#options = options;
  }

  /** Throws APPLICATION_NOT_FOUND, and COMPONENT_NOT_FOUND for a component that the application never had. */
  async place(appId: string, component?: string): Promise<PodPlace> {
    const { id, name, cluster, namespace } = await this.application(appId, component);
    return { id, name, cluster, namespace, client: await this.#options.clusters.client(cluster) };
  }

  /** The same without its cluster, which need not be there. */
  async application(appId: string, component?: string): Promise<ApplicationRow> {
    const application = await new ApplicationRows(this.#options.database.query).byId(appId);
    if (application === undefined) throw applicationNotFound(appId);
    if (component !== undefined && !(await this.#hasComponent(application.id, component))) {
      throw new ApiError('COMPONENT_NOT_FOUND', podMessages.componentNotFound({ app: application.name, component }));
    }
    return application;
  }

  /** Those of the application, or of one component, by name. */
  async list(place: PodPlace, component?: string): Promise<readonly Pod[]> {
    const { items } = await this.ask(place, LIST_PODS, (signal) =>
      place.client
        .resource(core.v1.pods, place.namespace)
        .list({ signal, labelSelector: podSelector(place, component) }),
    );
    return items.toSorted((one, other) => (podName(one) < podName(other) ? -1 : 1));
  }

  /** Throws POD_NOT_FOUND also for a pod of another application. */
  async get(place: PodPlace, name: string): Promise<Pod> {
    const pod = await this.ask(place, { ...LIST_PODS, verb: 'get' }, (signal) =>
      place.client.resource(core.v1.pods, place.namespace).find(name, { signal }),
    );
    if (pod !== undefined && objectAppId(pod) === place.id) return pod;
    throw podNotFound(place, name);
  }

  /** Sends a request to the cluster; turns its errors into those of the contract. */
  async ask<T>(place: PodPlace, right: NeededRight, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await withTimeout(this.#options.clock, TIMEOUT_MS, send);
    } catch (error) {
      throw clusterError(place, right, error);
    }
  }

  /** The ids of the applications that a caller may read. */
  async readableApplications(caller: Caller): Promise<ReadonlySet<string> | 'all'> {
    const projects = caller.projects('read');
    if (projects === 'all') return 'all';
    return new Set((await new ApplicationRows(this.#options.database.query).listNames(projects)).keys());
  }

  async #hasComponent(appId: string, name: string): Promise<boolean> {
    const found = await this.#options.database.query
      .selectFrom('components')
      .select('id')
      .where('app_id', '=', appId)
      .where('name', '=', name)
      .executeTakeFirst();
    return found !== undefined;
  }
}

/** The error for a request that a cluster has refused or not responded to. */
export function clusterError({ cluster }: Pick<PodPlace, 'cluster'>, right: NeededRight, cause: unknown): ApiError {
  return clusterRequestError(cluster, cause, (reason) => podMessages.forbidden({ cluster, ...right, reason }));
}

export function podNotFound({ name }: Pick<PodPlace, 'name'>, pod: string): ApiError {
  return new ApiError('POD_NOT_FOUND', podMessages.notFound({ pod, app: name }));
}

/** The labels of the pods of an application, or of one of its components. */
export function podSelector({ id }: Pick<PodPlace, 'id'>, component?: string): string {
  return `${LABEL.appId}=${id}${component === undefined ? '' : `,${LABEL.componentName}=${component}`}`;
}

export function podName({ metadata }: Pod): string {
  return metadata.name ?? '';
}

export function podComponent(pod: Pod): string | undefined {
  return objectOwner(pod)?.componentName;
}
