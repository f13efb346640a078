import type { Logger } from '@kubemin/base';
import { deepEqual, ignoreNotFound, type KubeObject, type ResourceInfo, timestamp } from '@kubemin/kubeapi';
import { KeyedRetryLoop } from '../handler/index.ts';
import { objectPlace, type ServedResource, type ServerParts } from '../registry/index.ts';
import type { CacheEvent, Collection } from '../storage/index.ts';
import { isTrue } from './definition/condition.ts';
import {
  CLEANUP_FINALIZER,
  type Definition,
  definitionCollection,
  isDefinition,
  isTerminating,
} from './definition/definition.ts';
import { definitionStatus } from './definition/definition-status.ts';
import type { SchemaReadings } from './schema/schema-readings.ts';
import type { ServedDefinitions } from './serving/served-definitions.ts';

export interface DefinitionReconcilerOptions {
  readonly server: ServerParts;
  /** The resource of the definitions themselves. */
  readonly resource: ServedResource;
  readonly builtins: readonly ResourceInfo[];
  readonly schemas: SchemaReadings;
  readonly served: ServedDefinitions;
}

/**
 * Follows the definitions: serves them the moment they can be seen, brings the status of those up to date that another
 * one's coming or going concerns, and deletes the objects of those that go. It starts from what is stored, so a
 * restarted server has its custom resources before the first request.
 */
export class DefinitionReconciler {
  readonly #options: DefinitionReconcilerOptions;
  readonly #definitions: Collection;
  readonly #logger: Logger;
  readonly #retryLoop: KeyedRetryLoop;
  /** How to stop listening to the objects of definitions that are being deleted. */
  readonly #emptying = new Map<string, () => void>();
  #stopListening: () => void = () => undefined;

  private constructor(options: DefinitionReconcilerOptions) {
    this.#options = options;
    this.#definitions = options.server.cache.collection(options.resource.collection);
    this.#logger = options.server.logger.child({ part: 'custom-resources' });
    this.#retryLoop = new KeyedRetryLoop({
      clock: options.server.clock,
      logger: this.#logger,
      failureMessage: 'a definition could not be brought up to date',
      reconcile: (name) => this.#reconcile(name),
    });
  }

  /** Returns a function that stops it. */
  static start(options: DefinitionReconcilerOptions): () => void {
    const keeper = new DefinitionReconciler(options);
    for (const definition of keeper.#all()) options.served.set(definition);
    keeper.#stopListening = keeper.#definitions.listen(undefined, { onEvent: (event) => keeper.#onEvent(event) });
    for (const { metadata } of keeper.#all()) keeper.#retryLoop.enqueue(metadata.name ?? '');
    return () => keeper.#stop();
  }

  *#all(): Generator<Definition> {
    for (const object of this.#definitions.list(undefined)) if (isDefinition(object)) yield object;
  }

  /** The table changes synchronously: the resource is served when the client gets the response to its write. */
  #onEvent({ kind, object, previous }: CacheEvent): void {
    if (!isDefinition(object)) return;
    const { name = '' } = object.metadata;
    if (kind === 'delete') {
      this.#options.served.delete(name);
      this.#emptying.get(name)?.();
      this.#emptying.delete(name);
    } else {
      this.#options.served.set(object);
      this.#retryLoop.enqueue(name);
    }
    const before = previous !== undefined && isDefinition(previous) ? previous.status?.acceptedNames : undefined;
    if (kind === 'put' && deepEqual(before, object.status?.acceptedNames)) return;
    for (const other of this.#all())
      if (other.spec.group === object.spec.group) this.#retryLoop.enqueue(other.metadata.name ?? '');
  }

  async #reconcile(name: string): Promise<void> {
    const definition = this.#definitions.get('', name);
    if (definition === undefined || !isDefinition(definition)) return;
    if (isTerminating(definition)) await this.#empty(definition);
    else if (!deepEqual(this.#computeStatus(definition), definition.status)) await this.#writeStatus(definition);
  }

  #computeStatus(definition: Definition): Definition['status'] {
    const { builtins, schemas, server } = this.#options;
    const now = timestamp(server.clock.now());
    return { ...definition.status, ...definitionStatus(definition, { builtins, schemas, others: this.#all(), now }) };
  }

  async #writeStatus(definition: Definition): Promise<void> {
    const change = (current: KubeObject): KubeObject =>
      isDefinition(current) ? { ...current, ...{ status: this.#computeStatus(current) } } : current;
    await this.#update(definition, change, 'status');
    if (isTrue(definition, 'Established')) return;
    this.#logger.info('a definition has a new status', { definition: definition.metadata.name });
  }

  /** Deletes the objects of a definition that goes, and lets it go when there are none left. */
  async #empty(definition: Definition): Promise<void> {
    const { name = '' } = definition.metadata;
    const { server, served } = this.#options;
    const objects = server.cache.collection(definitionCollection(definition));
    const resource = served.anyVersion(definition);
    if (!this.#emptying.has(name)) {
      this.#emptying.set(
        name,
        objects.listen(undefined, { onEvent: ({ kind }) => kind === 'delete' && this.#retryLoop.enqueue(name) }),
      );
    }
    const waiting = [...objects.list(undefined)].filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    if (resource !== undefined) {
      await Promise.all(
        waiting.map((object) =>
          ignoreNotFound(server.registry.delete(resource, objectPlace(object), { propagationPolicy: 'Background' })),
        ),
      );
    }
    if (objects.list(undefined).next().done === true) await this.#update(definition, withoutFinalizer, 'whole');
  }

  async #update(
    definition: Definition,
    change: (current: KubeObject) => KubeObject,
    target: 'status' | 'whole',
  ): Promise<void> {
    const { server, resource } = this.#options;
    await ignoreNotFound(server.registry.update(resource, objectPlace(definition), change, { target }));
  }

  #stop(): void {
    this.#retryLoop.stop();
    this.#stopListening();
    for (const stop of this.#emptying.values()) stop();
  }
}

function withoutFinalizer(object: KubeObject): KubeObject {
  const { finalizers = [], ...metadata } = object.metadata;
  const left = finalizers.filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
  return { ...object, metadata: { ...metadata, ...(left.length > 0 && { finalizers: left }) } };
}
