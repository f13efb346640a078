import { ignoreNotFound, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import { objectPlace, type ServedResource, type ServerParts } from '../../registry/index.ts';
import { NAMESPACE_FINALIZER } from '../../strategy/index.ts';
import { KeyedRetryLoop } from './keyed-retry-loop.ts';

/**
 * Empties terminating namespaces and lets them go. It lives in the server, not in a controller, because a server that
 * runs alone must be able to delete a namespace; a namespace controller beside it does no harm.
 */
export class NamespaceTerminator {
  readonly #server: ServerParts;
  readonly #namespaces: ServedResource;
  readonly #retryLoop: KeyedRetryLoop;
  readonly #stops: (() => void)[] = [];

  private constructor(server: ServerParts, namespaces: ServedResource) {
    this.#server = server;
    this.#namespaces = namespaces;
    this.#retryLoop = new KeyedRetryLoop({
      clock: server.clock,
      logger: server.logger.child({ part: 'namespace-terminator' }),
      failureMessage: 'a namespace could not be emptied',
      reconcile: (name) => this.#terminate(name),
    });
  }

  /** Returns a function that stops it. */
  static start(server: ServerParts): () => void {
    const namespaces = server.resources.find(core.v1.namespaces);
    if (namespaces === undefined) return () => undefined;
    const terminator = new NamespaceTerminator(server, namespaces);
    terminator.#listen();
    return () => terminator.#stop();
  }

  #listen(): void {
    const { cache, resources } = this.#server;
    const all = cache.collection(this.#namespaces.collection);
    const consider = ({ metadata }: KubeObject): void => {
      if (metadata.deletionTimestamp !== undefined) this.#retryLoop.enqueue(metadata.name ?? '');
    };
    this.#stops.push(all.listen(undefined, { onEvent: ({ kind, object }) => kind === 'put' && consider(object) }));
    const onEvent = ({ kind, object }: { readonly kind: string; readonly object: KubeObject }): void => {
      const namespace = all.get('', object.metadata.namespace ?? '');
      if (kind === 'delete' && namespace !== undefined) consider(namespace);
    };
    const heard = new Set<string>();
    const hearAll = (): void => {
      for (const { info, collection } of resources.all()) {
        if (!info.namespaced || heard.has(collection)) continue;
        heard.add(collection);
        this.#stops.push(cache.collection(collection).listen(undefined, { onEvent }));
      }
    };
    hearAll();
    this.#stops.push(resources.onChange(hearAll));
    for (const namespace of all.list(undefined)) consider(namespace);
  }

  async #terminate(name: string): Promise<void> {
    const { cache, registry, resources } = this.#server;
    const contents = resources
      .all()
      .filter(({ info }) => info.namespaced)
      .flatMap((resource) =>
        [...cache.collection(resource.collection).list(name)].map((object) => ({ resource, object })),
      );
    if (contents.length === 0) return this.#release(name);
    const marked = ({ object }: { readonly object: KubeObject }): boolean =>
      object.metadata.deletionTimestamp !== undefined;
    // Pods first: what they use, and what restricts them, goes when they are gone.
    const pods = contents.filter(({ resource }) => resource.collection === core.v1.pods.plural);
    await Promise.all(
      (pods.length > 0 ? pods : contents)
        .filter((content) => !marked(content))
        .map(({ resource, object }) =>
          ignoreNotFound(registry.delete(resource, objectPlace(object), { propagationPolicy: 'Background' })),
        ),
    );
  }

  async #release(name: string): Promise<void> {
    const change = (current: KubeObject): KubeObject => {
      const finalizers = isNamespace(current) ? (current.spec?.finalizers ?? []) : [];
      const left = finalizers.filter((finalizer) => finalizer !== NAMESPACE_FINALIZER);
      return { ...current, ...{ spec: left.length === 0 ? {} : { finalizers: left } } };
    };
    const place = { namespace: '', name };
    await ignoreNotFound(this.#server.registry.update(this.#namespaces, place, change, { target: 'whole' }));
  }

  #stop(): void {
    this.#retryLoop.stop();
    for (const stop of this.#stops.splice(0)) stop();
  }
}

function isNamespace(object: KubeObject): object is Namespace {
  return object.kind === 'Namespace';
}
