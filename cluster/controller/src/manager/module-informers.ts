import { ProgrammingError } from '@kubemin/base';
import type { Informer, InformerFactory, SharedInformerOptions } from '@kubemin/kube';
import { type KubeObject, qualifiedName, type ResourceType } from '@kubemin/kubeapi';

/** An informer that a module requested. */
export interface RequestedInformer {
  /** The qualified name of its resource. */
  readonly resource: string;
  readonly informer: Informer<KubeObject>;
}

/** The shared caches for one module: limited to the manager's namespace, with a record of the requested informers. */
export class ModuleInformers implements InformerFactory {
  readonly #shared: InformerFactory;
  readonly #namespace: string | undefined;
  readonly #requested = new Map<Informer<KubeObject>, string>();

  constructor(shared: InformerFactory, namespace: string | undefined) {
    this.#shared = shared;
    this.#namespace = namespace;
  }

  informer<T extends KubeObject>(type: ResourceType<T>, options: SharedInformerOptions<T> = {}): Informer<T> {
    const namespace = options.namespace ?? (type.namespaced ? this.#namespace : undefined);
    const informer = this.#shared.informer(type, { ...options, namespace });
    this.#requested.set(informer, qualifiedName(type));
    return informer;
  }

  /** Always throws: the manager starts the caches of all modules together. */
  start(): void {
    throw new ProgrammingError(
      'the manager starts its informers; do not start them in a module',
      'INFORMER_STARTED_TWICE',
    );
  }

  async synced(): Promise<void> {
    await Promise.all([...this.#requested.keys()].map((informer) => informer.synced));
  }

  requested(): readonly RequestedInformer[] {
    return Array.from(this.#requested, ([informer, resource]) => ({ resource, informer }));
  }
}
