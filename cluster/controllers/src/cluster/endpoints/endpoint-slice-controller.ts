import {
  type Controller,
  type ControllerModule,
  createReconcilerController,
  enqueueChangedObjects,
  enqueueMappedKeys,
  enqueueOwners,
  type ReconcileResult,
  type Reconciler,
  type Source,
} from '@kubemin/controller';
import type { Change, Informer } from '@kubemin/kube';
import { core, discovery } from '@kubemin/kubeapi/resources';
import type { Node, Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import { PodsByNode } from '../../pod-owner/index.ts';
import { hasSelector, serviceBackends } from './backend.ts';
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
    const zones = new NodeZones(context.informers.informer(core.v1.nodes), pods);
    const writer = new SliceWriter(context, slices, MANAGER);
    const reconciler = new EndpointSliceReconciler({ services, index, zones, writer });
    const sources = [
      enqueueChangedObjects(services),
      ...index.changes(context),
      zones.changes(index),
      enqueueOwners(slices, SERVICE),
    ];
    return createReconcilerController({ context, reconciler, sources });
  },
};

interface Parts {
  readonly services: Informer<Service>;
  readonly index: ServiceIndex;
  readonly zones: NodeZones;
  readonly writer: SliceWriter;
}

class EndpointSliceReconciler implements Reconciler {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async reconcile(key: string): Promise<ReconcileResult | undefined> {
    const { services, index, zones, writer } = this.#parts;
    const service = services.get(key);
    if (service === undefined || service.metadata.deletionTimestamp !== undefined || !hasSelector(service))
      return undefined;
    const slices = writer.listSlices(service);
    if (slices === undefined) return writer.timeToExpiryMs(service);
    const plan = planSlices(serviceBackends(service, index.candidates(service)), slices, {
      zoneOf: (pod) => zones.of(pod),
      trafficDistribution: service.spec?.trafficDistribution,
    });
    const headless = service.spec?.clusterIP === 'None' ? { [HEADLESS]: '' } : {};
    const labels = { ...service.metadata.labels, ...headless };
    await writer.write(service, plan, { addressType: 'IPv4', labels });
    return writer.timeToExpiryMs(service);
  }
}

const ZONE = 'topology.kubernetes.io/zone';

/** Where the nodes of pods stand, so that traffic can be kept near. */
class NodeZones {
  readonly #nodes: Informer<Node>;
  readonly #pods: PodsByNode;

  constructor(nodes: Informer<Node>, pods: Informer<Pod>) {
    this.#nodes = nodes;
    this.#pods = new PodsByNode(pods);
  }

  of({ spec }: Pod): string | undefined {
    return spec?.nodeName ? nodeZone(this.#nodes.get(spec.nodeName)) : undefined;
  }

  /** The services behind which pods stand in another zone now; heartbeats of nodes are no news. */
  changes(services: ServiceIndex): Source {
    return enqueueMappedKeys(this.#nodes, (change) =>
      isMove(change) ? services.selecting(this.#pods.on(change.object.metadata.name ?? '')) : [],
    );
  }
}

function isMove({ type, object, old }: Change<Node>): boolean {
  return type !== 'deleted' && nodeZone(object) !== nodeZone(old);
}

function nodeZone(node: Node | undefined): string | undefined {
  return node?.metadata.labels?.[ZONE];
}
