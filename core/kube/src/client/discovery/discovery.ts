import { type Logger, silentLogger } from '@kubemin/base';
import { type ApiHandler, formatApiVersion, isStatusError, type KubeObject, type ResourceType } from '@kubemin/kubeapi';
import { AGGREGATED_ACCEPT, aggregatedResources, isAggregated, staleGroupVersions } from './aggregated-discovery.ts';
import { type DiscoveryFailure, type Fields, fetchDocument } from './discovery-document.ts';
import { fetchGroupVersion, groupVersions } from './legacy-discovery.ts';
import { findResourceByName } from './resource-name.ts';

/**
 * The resources that a cluster serves: built-in ones, custom ones and those of aggregated API servers. The result is
 * cached; a lookup of an unknown kind or name refreshes it once before it returns undefined.
 */
export interface Discovery {
  /** Everything, the core group first and the preferred version of each group before its others. */
  resources(): Promise<readonly ResourceType[]>;
  /** The resource that holds objects of this apiVersion and kind. */
  findResourceForObject(object: Pick<KubeObject, 'apiVersion' | 'kind'>): Promise<ResourceType | undefined>;
  /** The resource people mean by `deploy`, `deployments`, `Deployment`, `deployments.apps` or `deployments.v1.apps`. */
  findResource(name: string): Promise<ResourceType | undefined>;
  /** Asks the cluster again, at once. */
  refresh(): Promise<void>;
  /** What could not be learned when it was last asked; of those group versions what was known before is kept. */
  failures(): readonly DiscoveryFailure[];
}

/** Whom to ask. */
export interface DiscoveryOptions {
  readonly handler: ApiHandler;
  readonly logger?: Logger | undefined;
}

/** A discovery that knows nothing yet. */
export function createDiscovery(options: DiscoveryOptions): Discovery {
  return new CachedDiscovery(options);
}

interface DiscoveryResult {
  readonly resources: readonly ResourceType[];
  readonly failures: readonly DiscoveryFailure[];
}

class CachedDiscovery implements Discovery {
  readonly #handler: ApiHandler;
  readonly #logger: Logger;
  #known: readonly ResourceType[] | undefined;
  #failures: readonly DiscoveryFailure[] = [];
  #running: Promise<void> | undefined;
  #waiting: Promise<void> | undefined;

  constructor({ handler, logger = silentLogger }: DiscoveryOptions) {
    this.#handler = handler;
    this.#logger = logger;
  }

  async resources(): Promise<readonly ResourceType[]> {
    if (this.#known === undefined) await this.refresh();
    return this.#known ?? [];
  }

  findResourceForObject({
    apiVersion,
    kind,
  }: Pick<KubeObject, 'apiVersion' | 'kind'>): Promise<ResourceType | undefined> {
    return this.#find((resources) =>
      resources.find((info) => info.kind === kind && formatApiVersion(info) === apiVersion),
    );
  }

  failures(): readonly DiscoveryFailure[] {
    return this.#failures;
  }

  findResource(name: string): Promise<ResourceType | undefined> {
    return this.#find((resources) => findResourceByName(resources, name));
  }

  /** Concurrent calls share one request, but only one that starts after the call: a result must not be older than that. */
  refresh(): Promise<void> {
    if (this.#running === undefined) return this.#start();
    this.#waiting ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#waiting = undefined;
        return this.#start();
      });
    return this.#waiting;
  }

  #start(): Promise<void> {
    const running = this.#fetchAll().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #find(search: (known: readonly ResourceType[]) => ResourceType | undefined): Promise<ResourceType | undefined> {
    const found = this.#known && search(this.#known);
    if (found !== undefined) return found;
    await this.refresh();
    return search(this.#known ?? []);
  }

  async #fetchAll(): Promise<void> {
    const [api, apis] = await Promise.all([this.#fetchRoot('/api'), this.#fetchRoot('/apis')]);
    const documents = [api, apis].filter((document) => document !== undefined);
    const results = await Promise.all(
      documents.map((document) =>
        isAggregated(document) ? this.#readAggregated(document) : this.#fetchLegacy(document),
      ),
    );
    this.#known = results.flatMap(({ resources }) => resources);
    this.#failures = results.flatMap(({ failures }) => failures);
    for (const { apiVersion, message } of this.#failures) {
      const fields = { apiVersion, error: message };
      this.#logger.warn('A group of the API cannot be asked what it serves; what was known of it is kept.', fields);
    }
  }

  #readAggregated(document: Fields): DiscoveryResult {
    const resources = aggregatedResources(document);
    const failures = staleGroupVersions(document);
    const missing = failures.filter(
      ({ apiVersion }) => !resources.some((info) => formatApiVersion(info) === apiVersion),
    );
    return { resources: [...resources, ...missing.flatMap((failure) => this.#cachedResources(failure))], failures };
  }

  async #fetchLegacy(document: Fields): Promise<DiscoveryResult> {
    const versions = groupVersions(document);
    const results = await Promise.all(versions.map((version) => fetchGroupVersion(this.#handler, version)));
    return {
      resources: results.flatMap((result) =>
        result.kind === 'known' ? result.resources : this.#cachedResources(result.failure),
      ),
      failures: results.flatMap((result) => (result.kind === 'failed' ? [result.failure] : [])),
    };
  }

  #cachedResources({ apiVersion }: DiscoveryFailure): readonly ResourceType[] {
    return this.#known?.filter((info) => formatApiVersion(info) === apiVersion) ?? [];
  }

  /** A server may have no core group, or nothing but it. */
  async #fetchRoot(path: string): Promise<Fields | undefined> {
    try {
      return await fetchDocument(this.#handler, path, AGGREGATED_ACCEPT);
    } catch (error) {
      if (isStatusError(error, 'NotFound')) return undefined;
      throw error;
    }
  }
}
