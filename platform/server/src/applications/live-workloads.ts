import { type Logger, toError } from '@kubemin/base';
import type { ComponentObjects } from '@kubemin/engine';
import type { KubeClient } from '@kubemin/kube';
import type { KubeObject, ResourceType } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { LABEL, objectOwner } from '@kubemin/render';
import type { ApplicationRow, ComponentRow } from '../api/index.ts';
import type { ClusterService } from '../clusters/index.ts';
import type { StatusSource } from '../live/index.ts';

/** What the cluster has of a component right now. */
export interface LiveWorkload {
  /** Whether its newest template runs, whole. */
  readonly isWhole: boolean;
  readonly readyPods: number;
}

export interface LiveWorkloadsOptions {
  readonly clusters: Pick<ClusterService, 'client'>;
  readonly sources: readonly StatusSource[];
  readonly logger: Logger;
}

const TIMEOUT_MS = 5_000;

/**
 * Reads components from the cluster itself. Their rows follow the cluster with a delay, and at the end of a failed run may
 * still count pods that the run has replaced.
 */
export class LiveWorkloads {
  readonly #options: LiveWorkloadsOptions;

  constructor(options: LiveWorkloadsOptions) {
    this.#options = options;
  }

  /** By component; one that the cluster has not is missing. Undefined when the cluster does not respond. */
  async of(
    application: Pick<ApplicationRow, 'id' | 'cluster' | 'namespace'>,
    components: readonly Pick<ComponentRow, 'name' | 'type'>[],
  ): Promise<ReadonlyMap<string, LiveWorkload> | undefined> {
    const { clusters, sources, logger } = this.#options;
    const { id, cluster, namespace } = application;
    try {
      const lists = new ObjectLists(await clusters.client(cluster), { appId: id, namespace });
      const found = new Map<string, LiveWorkload>();
      for (const { name, type } of components) {
        for (const source of sources.filter(({ componentTypes }) => componentTypes.includes(type))) {
          const objects = await lists.load(name, [source.resource, ...(source.related ?? []), core.v1.pods]);
          const [object] = objects.list(source.resource);
          if (object === undefined || found.has(name)) continue;
          const isWhole = source.state(object, objects).status === 'Running';
          found.set(name, { isWhole, readyPods: objects.list(core.v1.pods).filter(isReady).length });
        }
      }
      return found;
    } catch (thrown) {
      logger.warn('the cluster could not be asked what serves; stored states are used', { error: toError(thrown) });
      return undefined;
    }
  }
}

/** The objects of an application, each resource listed once. */
class ObjectLists {
  readonly #client: KubeClient;
  readonly #at: { readonly appId: string; readonly namespace: string };
  readonly #lists = new Map<ResourceType, Promise<readonly KubeObject[]>>();
  readonly #signal = AbortSignal.timeout(TIMEOUT_MS);

  constructor(client: KubeClient, at: { readonly appId: string; readonly namespace: string }) {
    this.#client = client;
    this.#at = at;
  }

  /** Those of one component. */
  async load(component: string, types: readonly ResourceType[]): Promise<ComponentObjects> {
    const loaded = new Map<ResourceType, readonly KubeObject[]>();
    for (const type of types) {
      const all = await this.#list(type);
      loaded.set(
        type,
        all.filter((object) => objectOwner(object)?.componentName === component),
      );
    }
    return { list: (type) => (loaded.get(type) ?? []).filter((object) => isKind(object, type)) };
  }

  #list(type: ResourceType): Promise<readonly KubeObject[]> {
    const { appId, namespace } = this.#at;
    const known = this.#lists.get(type);
    if (known !== undefined) return known;
    const labelSelector = `${LABEL.appId}=${appId}`;
    const listed = this.#client
      .resource(type, namespace)
      .list({ labelSelector, signal: this.#signal })
      .then(({ items }) => items);
    this.#lists.set(type, listed);
    return listed;
  }
}

function isKind<T extends KubeObject>(object: KubeObject, { kind }: ResourceType<T>): object is T {
  return object.kind === kind;
}

function isReady({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  return status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true;
}
