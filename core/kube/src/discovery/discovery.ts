import { type Logger, silentLogger } from '@kubemin/base';
import { type ApiHandler, apiVersionOf, isStatusError, type KubeObject, type ResourceType } from '@kubemin/kubeapi';
import { AGGREGATED_ACCEPT, aggregatedResources, isAggregated, staleGroupVersions } from './aggregated-discovery.ts';
import { type Fields, fetchDocument } from './discovery-document.ts';
import type { DiscoveryFailure } from './discovery-failure.ts';
import { groupVersionResources, groupVersions } from './legacy-discovery.ts';
import { resourceNamed } from './resource-name.ts';

/**
 * What a cluster serves, by its own account: built-in resources, custom ones, those of others behind it. What was
 * learned is kept; a kind or name that is not known makes it look again before it says so.
 */
export interface Discovery {
  /** Everything, the core group first and the preferred version of each group before its others. */
  resources(): Promise<readonly ResourceType[]>;
  /** The resource that holds objects of this apiVersion and kind. */
  resourceOf(object: Pick<KubeObject, 'apiVersion' | 'kind'>): Promise<ResourceType | undefined>;
  /** The resource people mean by `deploy`, `deployments`, `Deployment`, `deployments.apps` or `deployments.v1.apps`. */
  resourceNamed(name: string): Promise<ResourceType | undefined>;
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

interface Learned {
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

  resourceOf({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): Promise<ResourceType | undefined> {
    return this.#find((resources) => resources.find((info) => info.kind === kind && apiVersionOf(info) === apiVersion));
  }

  failures(): readonly DiscoveryFailure[] {
    return this.#failures;
  }

  resourceNamed(name: string): Promise<ResourceType | undefined> {
    return this.#find((resources) => resourceNamed(resources, name));
  }

  /** Those who ask at once share an answer, but only one that was asked for after they asked: it must not be too old. */
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
    const running = this.#learn().finally(() => {
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

  async #learn(): Promise<void> {
    const [api, apis] = await Promise.all([this.#root('/api'), this.#root('/apis')]);
    const documents = [api, apis].filter((document) => document !== undefined);
    const learned = await Promise.all(
      documents.map((document) => (isAggregated(document) ? this.#aggregated(document) : this.#legacy(document))),
    );
    this.#known = learned.flatMap(({ resources }) => resources);
    this.#failures = learned.flatMap(({ failures }) => failures);
    for (const { apiVersion, message } of this.#failures) {
      const fields = { apiVersion, error: message };
      this.#logger.warn('A group of the API cannot be asked what it serves; what was known of it is kept.', fields);
    }
  }

  #aggregated(document: Fields): Learned {
    const resources = aggregatedResources(document);
    const failures = staleGroupVersions(document);
    const silent = failures.filter(({ apiVersion }) => !resources.some((info) => apiVersionOf(info) === apiVersion));
    return { resources: [...resources, ...silent.flatMap((failure) => this.#knownOf(failure))], failures };
  }

  async #legacy(document: Fields): Promise<Learned> {
    const versions = groupVersions(document);
    const answers = await Promise.all(versions.map((version) => groupVersionResources(this.#handler, version)));
    return {
      resources: answers.flatMap((answer) =>
        answer.kind === 'known' ? answer.resources : this.#knownOf(answer.failure),
      ),
      failures: answers.flatMap((answer) => (answer.kind === 'failed' ? [answer.failure] : [])),
    };
  }

  #knownOf({ apiVersion }: DiscoveryFailure): readonly ResourceType[] {
    return this.#known?.filter((info) => apiVersionOf(info) === apiVersion) ?? [];
  }

  /** A server may have no core group, or nothing but it. */
  async #root(path: string): Promise<Fields | undefined> {
    try {
      return await fetchDocument(this.#handler, path, AGGREGATED_ACCEPT);
    } catch (error) {
      if (isStatusError(error, 'NotFound')) return undefined;
      throw error;
    }
  }
}
