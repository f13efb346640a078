import { deepEqual, ignoreNotFound, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap, ServiceAccount } from '@kubemin/kubeapi/types/core.v1';
import type { ServerParts } from '../../registry/index.ts';
import { createOrUpdateObject, ensureObject } from './ensure-object.ts';
import { KeyedRetryLoop } from './keyed-retry-loop.ts';

const ROOT_CA_NAME = 'kube-root-ca.crt';

/** What the objects of every namespace are made from. */
export interface NamespaceBootstrapperOptions {
  /** PEM: the certificate authority that clients inside the cluster must trust; undefined when none is configured. */
  readonly rootCa: string | undefined;
}

/**
 * Creates in every namespace what pods expect there: the service account `default` and the certificate authority. In the
 * server, because a server without controllers needs them too, and because pods must not wait for a controller.
 */
export class NamespaceBootstrapper {
  readonly #server: ServerParts;
  readonly #objects: readonly NamespaceObject[];
  readonly #retryLoop: KeyedRetryLoop;
  readonly #stops = new Set<() => void>();

  constructor(server: ServerParts, { rootCa }: NamespaceBootstrapperOptions) {
    this.#server = server;
    this.#retryLoop = new KeyedRetryLoop({
      clock: server.clock,
      logger: server.logger,
      failureMessage: 'cannot create the default objects of a namespace',
      // The namespace may be deleted meanwhile.
      reconcile: (namespace) => ignoreNotFound(this.bootstrap(namespace)),
    });
    this.#objects = [defaultServiceAccount, ...(rootCa === undefined ? [] : [rootCaConfigMap(rootCa)])].filter(
      ({ type }) => server.resources.find(type) !== undefined,
    );
  }

  /** Resolves when all existing namespaces have their objects; then watches for new ones. */
  async start(): Promise<void> {
    const { cache } = this.#server;
    const namespaces = cache.collection(core.v1.namespaces.plural);
    const known = [...namespaces.list(undefined)];
    this.#listen(
      core.v1.namespaces.plural,
      (object, kind) => kind === 'put' && this.#enqueueIfIncomplete(object.metadata.name ?? ''),
    );
    for (const { type, name } of this.#objects) {
      this.#listen(type.plural, ({ metadata }) => {
        if (metadata.name === name) this.#enqueueIfIncomplete(metadata.namespace ?? '');
      });
    }
    await Promise.all(known.map(({ metadata }) => this.bootstrap(metadata.name ?? '')));
  }

  stop(): void {
    this.#retryLoop.stop();
    for (const stop of this.#stops) stop();
    this.#stops.clear();
  }

  /** Creates what is missing, and restores what was changed; does nothing in a namespace that is being deleted. */
  async bootstrap(namespace: string): Promise<void> {
    const found = this.#server.cache.collection(core.v1.namespaces.plural).get('', namespace);
    if (found === undefined || found.metadata.deletionTimestamp !== undefined) return;
    const incomplete = this.#objects.filter((object) => !this.#isComplete(namespace, object));
    await Promise.all(
      incomplete.map(({ type, name, make }) => {
        const write = this.#find(namespace, { type, name }) === undefined ? ensureObject : createOrUpdateObject;
        return write(this.#server, type, make(namespace));
      }),
    );
  }

  #listen(collection: string, onEvent: (object: KubeObject, kind: 'put' | 'delete') => void): void {
    const listener = {
      onEvent: ({ object, kind }: { object: KubeObject; kind: 'put' | 'delete' }) => onEvent(object, kind),
    };
    this.#stops.add(this.#server.cache.collection(collection).listen(undefined, listener));
  }

  #enqueueIfIncomplete(namespace: string): void {
    const isComplete = this.#objects.every((object) => this.#isComplete(namespace, object));
    if (!isComplete) this.#retryLoop.enqueue(namespace);
  }

  #isComplete(namespace: string, object: NamespaceObject): boolean {
    const found = this.#find(namespace, object);
    return found !== undefined && object.isIntact(found);
  }

  #find(namespace: string, { type, name }: Pick<NamespaceObject, 'type' | 'name'>): KubeObject | undefined {
    return this.#server.cache.collection(type.plural).get(namespace, name);
  }
}

interface NamespaceObject {
  readonly type: typeof core.v1.serviceaccounts | typeof core.v1.configmaps;
  readonly name: string;
  make(namespace: string): KubeObject;
  /** Whether an existing object may stay as it is. */
  isIntact(found: KubeObject): boolean;
}

const defaultServiceAccount: NamespaceObject = {
  type: core.v1.serviceaccounts,
  name: 'default',
  make: (namespace): ServiceAccount => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default', namespace },
  }),
  // Users add secrets and annotations to it.
  isIntact: () => true,
};

function rootCaConfigMap(rootCa: string): NamespaceObject {
  const metadata = (namespace: string): ConfigMap['metadata'] => ({
    name: ROOT_CA_NAME,
    namespace,
    annotations: {
      'kubernetes.io/description':
        'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc.',
    },
  });
  return {
    type: core.v1.configmaps,
    name: ROOT_CA_NAME,
    make: (namespace): ConfigMap => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: metadata(namespace),
      data: { 'ca.crt': rootCa },
    }),
    isIntact: (found: ConfigMap) => deepEqual(found.data, { 'ca.crt': rootCa }),
  };
}
