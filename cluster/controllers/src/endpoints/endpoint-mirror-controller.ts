import {
  type Controller,
  type ControllerContext,
  type ControllerModule,
  changedObjects,
  controllerReference,
  createReconcilerController,
  ownersOf,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import { type Informer, objectKey } from '@kubemin/kube';
import { isStatusError } from '@kubemin/kubeapi';
import { core, discovery } from '@kubemin/kubeapi/resources';
import type { Endpoints, Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import { ChildIndex } from '../workload/child-index.ts';
import { Expectations } from '../workload/expectations.ts';
import { generatedName } from '../workload/generated-name.ts';
import { soonest } from '../workload/soonest.ts';
import { hasSelector } from './backend.ts';
import { type AddressType, mirroredContent } from './mirrored-content.ts';
import { planContents, type SliceContent } from './slice-plan.ts';

const ENDPOINTS = { apiVersion: 'v1', kind: 'Endpoints' } as const;
const SERVICE_NAME = 'kubernetes.io/service-name';
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
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
    const sources = [changedObjects(services), changedObjects(endpoints), ownersOf(slices, ENDPOINTS)];
    return createReconcilerController({ context, reconciler, sources });
  },
};

interface Caches {
  readonly services: Informer<Service>;
  readonly endpoints: Informer<Endpoints>;
  readonly slices: Informer<EndpointSlice>;
}

class EndpointMirrorReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #caches: Caches;
  readonly #children: ChildIndex<EndpointSlice>;
  readonly #expectations: Expectations<EndpointSlice>;

  constructor(context: ControllerContext, caches: Caches) {
    this.#context = context;
    this.#caches = caches;
    this.#children = new ChildIndex(caches.slices);
    this.#expectations = new Expectations(context.clock);
    caches.slices.onChange((change) => this.#expectations.observe(change));
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const endpoints = this.#caches.endpoints.get(key);
    // Slices of Endpoints that are gone go with their owner.
    if (endpoints === undefined || endpoints.metadata.deletionTimestamp !== undefined) return undefined;
    if (!this.#expectations.satisfied(key)) return soonest(this.#expectations.patienceMs(key));
    const mirrored = isMirrored(endpoints, this.#caches.services.get(key)) ? (endpoints.subsets ?? []) : [];
    const known = this.#children
      .children(endpoints)
      .filter(({ metadata }) => metadata.labels?.[MANAGED_BY] === MANAGER);
    const resource = this.#context.client.resource(discovery.v1.endpointslices, endpoints.metadata.namespace);
    for (const type of ADDRESS_TYPES) {
      const slices = known.filter(({ addressType }) => addressType === type);
      const plan = planContents(mirroredContent(mirrored, type), slices);
      for (const content of plan.create) await this.#create(key, endpoints, { ...content, type });
      for (const { slice, ...content } of plan.update) await resource.update({ ...slice, ...content });
      for (const { metadata } of plan.remove) {
        await resource.delete(metadata.name ?? '', { preconditions: { uid: metadata.uid } }).catch(ignoreGone);
      }
    }
    return soonest(this.#expectations.patienceMs(key));
  }

  async #create(key: string, owner: Endpoints, content: SliceContent & { readonly type: AddressType }): Promise<void> {
    const { name = '', namespace = '', labels } = owner.metadata;
    const { type: addressType, ports, endpoints } = content;
    const slice: EndpointSlice = {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        name: generatedName(name, this.#context.random),
        namespace,
        labels: { ...labels, [SERVICE_NAME]: name, [MANAGED_BY]: MANAGER },
        ownerReferences: [controllerReference(owner)],
      },
      addressType,
      ports,
      endpoints,
    };
    this.#expectations.expectCreation(key, objectKey(slice));
    try {
      await this.#context.client.resource(discovery.v1.endpointslices, namespace).create(slice);
    } catch (error) {
      this.#expectations.drop(objectKey(slice));
      throw error;
    }
  }
}

function isMirrored({ metadata }: Endpoints, service: Service | undefined): boolean {
  if (metadata.labels?.[SKIP] === 'true' || metadata.annotations?.[LEADER] !== undefined) return false;
  return service !== undefined && !hasSelector(service);
}

function ignoreGone(error: unknown): void {
  if (!isStatusError(error, 'NotFound')) throw error;
}
