import type { Change, Informer } from '@kubemin/kube';
import { objectKey } from '@kubemin/kube';
import type { KubeObject } from '@kubemin/kubeapi';
import type { Pod, Service } from '@kubemin/kubeapi/types/core.v1';

const INDEX = 'namespace';

/** Services and pods by namespace, and who of them belong together. */
export class ServiceIndex {
  readonly #services: Informer<Service>;
  readonly #pods: Informer<Pod>;

  constructor(services: Informer<Service>, pods: Informer<Pod>) {
    services.addIndex(INDEX, namespaceOf);
    pods.addIndex(INDEX, namespaceOf);
    this.#services = services;
    this.#pods = pods;
  }

  podsBeside(service: Service): readonly Pod[] {
    return this.#pods.byIndex(INDEX, service.metadata.namespace ?? '');
  }

  /** The keys of the services that select the changed pod, or selected it before. */
  servicesOf({ object, old }: Change<Pod>): readonly string[] {
    const services = this.#services.byIndex(INDEX, object.metadata.namespace ?? '');
    return services.filter((service) => selects(service, object) || (old && selects(service, old))).map(objectKey);
  }
}

function selects(service: Service, pod: Pod): boolean {
  const selector = Object.entries(service.spec?.selector ?? {});
  return selector.length > 0 && selector.every(([key, value]) => pod.metadata.labels?.[key] === value);
}

function namespaceOf({ metadata }: KubeObject): readonly string[] {
  return [metadata.namespace ?? ''];
}
