import { type Clock, type Logger, ProgrammingError, type Random } from '@kubemin/base';
import { type KubeObject, qualifiedName, type ResourceType } from '@kubemin/kubeapi';
import type { KubeClient, Selectors } from '../client/index.ts';
import { createInformer, type Informer } from './informer.ts';
import type { Indexer } from './object-store.ts';

/** What all informers of a factory share. */
export interface InformerFactoryOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Which objects a shared informer follows. */
export interface SharedInformerOptions<T extends KubeObject> extends Selectors {
  /** @default all namespaces */
  readonly namespace?: string | undefined;
  /** Added to those the shared informer has already. */
  readonly indexers?: Readonly<Record<string, Indexer<T>>> | undefined;
}

/** Informers shared by all who ask for the same objects: one list, one watch and one copy, however many listen. */
export interface InformerFactory {
  informer<T extends KubeObject>(type: ResourceType<T>, options?: SharedInformerOptions<T>): Informer<T>;
  /** Starts all informers, and from now on each new one as soon as it is asked for. */
  start(signal: AbortSignal): void;
  /** Resolves when every informer asked for so far is synced; rejects when stopped before that. */
  synced(): Promise<void>;
}

/** A factory with no informers yet. */
export function createInformerFactory(options: InformerFactoryOptions): InformerFactory {
  return new SharedInformerFactory(options);
}

interface SharedInformer<T extends KubeObject> {
  readonly type: ResourceType<T>;
  readonly informer: Informer<T>;
}

class SharedInformerFactory implements InformerFactory {
  readonly #options: InformerFactoryOptions;
  readonly #shared = new Map<string, SharedInformer<KubeObject>>();
  #signal: AbortSignal | undefined;

  constructor(options: InformerFactoryOptions) {
    this.#options = options;
  }

  informer<T extends KubeObject>(type: ResourceType<T>, options: SharedInformerOptions<T> = {}): Informer<T> {
    const { namespace, labelSelector, fieldSelector, indexers = {} } = options;
    const key = JSON.stringify([qualifiedName(type), type.version, namespace, labelSelector, fieldSelector]);
    const found = this.#shared.get(key);
    if (found !== undefined && isInformerForType(type, found)) {
      for (const [name, indexer] of Object.entries(indexers)) found.informer.addIndex(name, indexer);
      return found.informer;
    }
    const { client, clock, random, logger } = this.#options;
    const informer = createInformer({
      client: client.resource(type, namespace),
      clock,
      random,
      logger,
      labelSelector,
      fieldSelector,
      indexers,
    });
    this.#shared.set(key, { type, informer });
    if (this.#signal) informer.start(this.#signal);
    return informer;
  }

  start(signal: AbortSignal): void {
    if (this.#signal !== undefined) {
      throw new ProgrammingError(
        'the informer factory was started twice; start it once, it starts later informers itself',
        'INFORMER_STARTED_TWICE',
      );
    }
    this.#signal = signal;
    for (const { informer } of this.#shared.values()) informer.start(signal);
  }

  async synced(): Promise<void> {
    await Promise.all([...this.#shared.values()].map(({ informer }) => informer.synced));
  }
}

function isInformerForType<T extends KubeObject>(
  type: ResourceType<T>,
  shared: SharedInformer<KubeObject>,
): shared is SharedInformer<T> {
  return shared.type.kind === type.kind;
}
