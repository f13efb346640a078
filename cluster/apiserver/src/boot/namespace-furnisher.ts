import { ignoringGone, type KubeObject } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ConfigMap, ServiceAccount } from '@kubemin/kubeapi/types/core.v1';
import type { ServerParts } from '../handler/call.ts';
import { Chores } from './chores.ts';
import { ensureObject } from './ensured-object.ts';

const ROOT_CA_NAME = 'kube-root-ca.crt';

/** What is put into every namespace. */
export interface Furniture {
  /** PEM: what clients inside the cluster must trust; undefined when nobody says. */
  readonly rootCa: string | undefined;
}

/**
 * Puts into every namespace what pods expect there: the service account `default` and the certificate authority. In the
 * server, because one that runs alone has no controllers, and because pods must not have to wait for one.
 */
export class NamespaceFurnisher {
  readonly #server: ServerParts;
  readonly #pieces: readonly Piece[];
  readonly #chores: Chores;
  readonly #stops = new Set<() => void>();

  constructor(server: ServerParts, { rootCa }: Furniture) {
    this.#server = server;
    this.#chores = new Chores({
      clock: server.clock,
      logger: server.logger,
      complaint: 'a namespace could not be furnished',
      // Its namespace may go meanwhile.
      work: (namespace) => ignoringGone(this.furnish(namespace)),
    });
    this.#pieces = [accountPiece, ...(rootCa === undefined ? [] : [rootCaPiece(rootCa)])].filter(
      ({ type }) => server.resources.find(type) !== undefined,
    );
  }

  /** Resolves when the namespaces of now are furnished; goes on with those to come. */
  async start(): Promise<void> {
    const { cache } = this.#server;
    const namespaces = cache.collection(core.v1.namespaces.plural);
    const known = [...namespaces.list(undefined)];
    this.#listen(
      core.v1.namespaces.plural,
      (object, kind) => kind === 'put' && this.#nudge(object.metadata.name ?? ''),
    );
    for (const { type, name } of this.#pieces) {
      this.#listen(type.plural, ({ metadata }, kind) => {
        if (kind === 'delete' && metadata.name === name) this.#nudge(metadata.namespace ?? '');
      });
    }
    await Promise.all(known.map(({ metadata }) => this.furnish(metadata.name ?? '')));
  }

  stop(): void {
    this.#chores.stop();
    for (const stop of this.#stops) stop();
    this.#stops.clear();
  }

  /** Puts in what is missing; nothing to do in a namespace that is on its way out. */
  async furnish(namespace: string): Promise<void> {
    const found = this.#server.cache.collection(core.v1.namespaces.plural).get('', namespace);
    if (found === undefined || found.metadata.deletionTimestamp !== undefined) return;
    await Promise.all(this.#pieces.map(({ type, make }) => ensureObject(this.#server, type, make(namespace))));
  }

  #listen(collection: string, onEvent: (object: KubeObject, kind: 'put' | 'delete') => void): void {
    const listener = {
      onEvent: ({ object, kind }: { object: KubeObject; kind: 'put' | 'delete' }) => onEvent(object, kind),
    };
    this.#stops.add(this.#server.cache.collection(collection).listen(undefined, listener));
  }

  #nudge(namespace: string): void {
    const missing = this.#pieces.some(
      ({ type, name }) => this.#server.cache.collection(type.plural).get(namespace, name) === undefined,
    );
    if (missing) this.#chores.nudge(namespace);
  }
}

interface Piece {
  readonly type: typeof core.v1.serviceaccounts | typeof core.v1.configmaps;
  readonly name: string;
  make(namespace: string): KubeObject;
}

const accountPiece: Piece = {
  type: core.v1.serviceaccounts,
  name: 'default',
  make: (namespace): ServiceAccount => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default', namespace },
  }),
};

function rootCaPiece(rootCa: string): Piece {
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
  };
}
