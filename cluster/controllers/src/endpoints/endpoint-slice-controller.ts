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
import type { Service } from '@kubemin/kubeapi/types/core.v1';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import { ChildIndex } from '../workload/child-index.ts';
import { Expectations } from '../workload/expectations.ts';
import { generatedName } from '../workload/generated-name.ts';
import { soonest } from '../workload/soonest.ts';
import { backendsOf, hasSelector } from './backend.ts';
import { ServiceIndex } from './service-index.ts';
import { planSlices, type SliceContent } from './slice-plan.ts';

const SERVICE = { apiVersion: 'v1', kind: 'Service' } as const;
const SERVICE_NAME = 'kubernetes.io/service-name';
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
const MANAGER = 'endpointslice-controller.k8s.io';
const HEADLESS = 'service.kubernetes.io/headless';

/** Keeps the EndpointSlices of each service with a selector. Those of deleted services go with their owner. */
export const endpointSliceController: ControllerModule = {
  name: 'endpointslice-controller',
  setup(context): Controller {
    const services = context.informers.informer(core.v1.services);
    const pods = context.informers.informer(core.v1.pods);
    const slices = context.informers.informer(discovery.v1.endpointslices);
    const index = new ServiceIndex(services, pods);
    const reconciler = new EndpointSliceReconciler(context, services, slices, index);
    const sources = [changedObjects(services), ...index.changes(context), ownersOf(slices, SERVICE)];
    return createReconcilerController({ context, reconciler, sources });
  },
};

class EndpointSliceReconciler implements Reconciler {
  readonly #context: ControllerContext;
  readonly #services: Informer<Service>;
  readonly #slices: ChildIndex<EndpointSlice>;
  readonly #index: ServiceIndex;
  readonly #expectations: Expectations<EndpointSlice>;

  constructor(
    context: ControllerContext,
    services: Informer<Service>,
    slices: Informer<EndpointSlice>,
    index: ServiceIndex,
  ) {
    this.#context = context;
    this.#services = services;
    this.#slices = new ChildIndex(slices);
    this.#index = index;
    this.#expectations = new Expectations(context.clock);
    slices.onChange((change) => this.#expectations.observe(change));
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const service = this.#services.get(key);
    if (service === undefined || service.metadata.deletionTimestamp !== undefined || !hasSelector(service))
      return undefined;
    if (!this.#expectations.satisfied(key)) return soonest(this.#expectations.patienceMs(key));
    const slices = this.#slices.children(service).filter(({ metadata }) => metadata.labels?.[MANAGED_BY] === MANAGER);
    const plan = planSlices(backendsOf(service, this.#index.candidates(service)), slices);
    const resource = this.#context.client.resource(discovery.v1.endpointslices, service.metadata.namespace);
    for (const content of plan.create) await this.#create(key, service, content);
    for (const { slice, ports, endpoints } of plan.update) await resource.update({ ...slice, ports, endpoints });
    for (const { metadata } of plan.remove) {
      await resource.delete(metadata.name ?? '', { preconditions: { uid: metadata.uid } }).catch(ignoreGone);
    }
    return soonest(this.#expectations.patienceMs(key));
  }

  async #create(key: string, service: Service, { ports, endpoints }: SliceContent): Promise<void> {
    const { name = '', namespace = '' } = service.metadata;
    const headless = service.spec?.clusterIP === 'None' ? { [HEADLESS]: '' } : {};
    const slice: EndpointSlice = {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        name: generatedName(name, this.#context.random),
        namespace,
        labels: { ...service.metadata.labels, ...headless, [SERVICE_NAME]: name, [MANAGED_BY]: MANAGER },
        ownerReferences: [controllerReference(service)],
      },
      addressType: 'IPv4',
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

function ignoreGone(error: unknown): void {
  if (!isStatusError(error, 'NotFound')) throw error;
}
