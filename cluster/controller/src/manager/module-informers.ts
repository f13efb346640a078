import { TerminalError } from '@kubemin/base';
import type { Informer, InformerFactory, SharedInformerOptions } from '@kubemin/kube';
import { type KubeObject, qualifiedName, type ResourceType } from '@kubemin/kubeapi';

/** An informer that a module asked for. */
export interface RequestedInformer {
  /** Its resource, as Kubernetes names it. */
  readonly resource: string;
  readonly informer: Informer<KubeObject>;
}

/** The shared caches as one module sees them: narrowed to the manager's namespace, and remembering what it asked for. */
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

  /** Refused: the manager starts the caches of all modules together. */
  start(): void {
    throw new TerminalError('informers of a manager are started by it; do not start them in a module', {
      code: 'INFORMER_STARTED_TWICE',
    });
  }

  async synced(): Promise<void> {
    await Promise.all([...this.#requested.keys()].map((informer) => informer.synced));
  }

  requested(): readonly RequestedInformer[] {
    return Array.from(this.#requested, ([informer, resource]) => ({ resource, informer }));
  }
}
