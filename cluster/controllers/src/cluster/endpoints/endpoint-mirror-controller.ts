import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  createReconcilerController,
  enqueueChangedObjects,
  enqueueOwners,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { core, discovery } from '@kubemin/kubeapi/resources';
import type { Endpoints, Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import { hasSelector } from './backend.ts';
import { type AddressType, mirroredContent } from './mirrored-content.ts';
import { planContents } from './slice-plan.ts';
import { SliceWriter } from './slice-writer.ts';

const ENDPOINTS = { apiVersion: 'v1', kind: 'Endpoints' } as const;
const MANAGER = 'endpointslicemirroring-controller.k8s.io';
const SKIP = 'endpointslice.kubernetes.io/skip-mirror';
const LEADER = 'control-plane.alpha.kubernetes.io/leader';
const ADDRESS_TYPES: readonly AddressType[] = ['IPv4', 'IPv6'];

/** Repeats in EndpointSlices what people write into the Endpoints of services without a selector: most read only slices. */
export const endpointMirrorController: ControllerModule = {
  name: 'endpointslicemirroring-controller',
  setup(context): Controller {
    const services = context.informers.informer(core.v1.services);
    const endpoints = context.informers.informer(core.v1.endpoints);
    const slices = context.informers.informer(discovery.v1.endpointslices);
    const reconciler = new EndpointMirrorReconciler(context, { services, endpoints, slices });
    // Services and their Endpoints have the same key.
    const sources = [
      enqueueChangedObjects(services),
      enqueueChangedObjects(endpoints),
      enqueueOwners(slices, ENDPOINTS),
    ];
    return createReconcilerController({ context, reconciler, sources });
  },
};

interface Caches {
  readonly services: Informer<Service>;
  readonly endpoints: Informer<Endpoints>;
  readonly slices: Informer<EndpointSlice>;
}

class EndpointMirrorReconciler implements Reconciler {
  readonly #caches: Caches;
  readonly #writer: SliceWriter;

  constructor(context: ControllerContext, caches: Caches) {
    this.#caches = caches;
    this.#writer = new SliceWriter(context, caches.slices, MANAGER);
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const endpoints = this.#caches.endpoints.get(key);
    // Slices of Endpoints that are gone go with their owner.
    if (endpoints === undefined || endpoints.metadata.deletionTimestamp !== undefined) return undefined;
    const known = this.#writer.listSlices(endpoints);
    if (known === undefined) return this.#writer.timeToExpiryMs(endpoints);
    const mirrored = isMirrored(endpoints, this.#caches.services.get(key)) ? (endpoints.subsets ?? []) : [];
    for (const type of ADDRESS_TYPES) {
      const slices = known.filter(({ addressType }) => addressType === type);
      const plan = planContents(mirroredContent(mirrored, type), slices);
      await this.#writer.write(endpoints, plan, { addressType: type, labels: endpoints.metadata.labels });
    }
    return this.#writer.timeToExpiryMs(endpoints);
  }
}

function isMirrored({ metadata }: Endpoints, service: Service | undefined): boolean {
  if (metadata.labels?.[SKIP] === 'true' || metadata.annotations?.[LEADER] !== undefined) return false;
  return service !== undefined && !hasSelector(service);
}
