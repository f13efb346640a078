import {
  type Controller,
  type ControllerModule,
  changedObjects,
  createReconcilerController,
  ownersOf,
  type ReconcileResult,
  type Reconciler,
} from '@kubemin/controller';
import type { Informer } from '@kubemin/kube';
import { core, discovery } from '@kubemin/kubeapi/resources';
import type { Service } from '@kubemin/kubeapi/types/core.v1';
import { backendsOf, hasSelector } from './backend.ts';
import { ServiceIndex } from './service-index.ts';
import { planSlices } from './slice-plan.ts';
import { SliceWriter } from './slice-writer.ts';

const SERVICE = { apiVersion: 'v1', kind: 'Service' } as const;
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
    const writer = new SliceWriter(context, slices, MANAGER);
    const reconciler = new EndpointSliceReconciler(services, index, writer);
    const sources = [changedObjects(services), ...index.changes(context), ownersOf(slices, SERVICE)];
    return createReconcilerController({ context, reconciler, sources });
  },
};

class EndpointSliceReconciler implements Reconciler {
  readonly #services: Informer<Service>;
  readonly #index: ServiceIndex;
  readonly #writer: SliceWriter;

  constructor(services: Informer<Service>, index: ServiceIndex, writer: SliceWriter) {
    this.#services = services;
    this.#index = index;
    this.#writer = writer;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const service = this.#services.get(key);
    if (service === undefined || service.metadata.deletionTimestamp !== undefined || !hasSelector(service))
      return undefined;
    const slices = this.#writer.slicesOf(service);
    if (slices === undefined) return this.#writer.patience(service);
    const plan = planSlices(backendsOf(service, this.#index.candidates(service)), slices);
    const headless = service.spec?.clusterIP === 'None' ? { [HEADLESS]: '' } : {};
    const labels = { ...service.metadata.labels, ...headless };
    await this.#writer.write(service, plan, { addressType: 'IPv4', labels });
    return this.#writer.patience(service);
  }
}
