import { type ControllerContext, controllerReference, type ReconcileResult } from '@kubemin/controller';
import { type Informer, objectKey } from '@kubemin/kube';
import { ignoreNotFound, type KubeObject } from '@kubemin/kubeapi';
import { discovery } from '@kubemin/kubeapi/resources';
import type { EndpointSlice } from '@kubemin/kubeapi/types/discovery.v1';
import { ChildIndex, Expectations, generatedName, requeueAtEarliest } from '../../pod-owner/index.ts';
import type { AddressType } from './mirrored-content.ts';
import type { SliceContent, SlicePlan } from './slice-plan.ts';

const SERVICE_NAME = 'kubernetes.io/service-name';
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';

/** What new slices are like, beside their content. */
export interface SliceForm {
  readonly addressType: AddressType;
  /** Beside the owner labels. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** Keeps the slices of one manager, each owned by what has the name of its service. */
export class SliceWriter {
  readonly #context: ControllerContext;
  readonly #manager: string;
  readonly #children: ChildIndex<EndpointSlice>;
  readonly #expectations: Expectations<EndpointSlice>;

  constructor(context: ControllerContext, slices: Informer<EndpointSlice>, manager: string) {
    this.#context = context;
    this.#manager = manager;
    this.#children = new ChildIndex(slices);
    this.#expectations = new Expectations(context.clock);
    slices.onChange((change) => this.#expectations.observe(change));
  }

  /** The owner's slices, or undefined as long as the cache does not hold all that were made. */
  listSlices(owner: KubeObject): readonly EndpointSlice[] | undefined {
    if (!this.#expectations.satisfied(objectKey(owner))) return undefined;
    return this.#children.children(owner).filter(({ metadata }) => metadata.labels?.[MANAGED_BY] === this.#manager);
  }

  /** Another look, for when a slice that was made is never seen. */
  timeToExpiryMs(owner: KubeObject): ReconcileResult | undefined {
    return requeueAtEarliest(this.#expectations.timeToExpiryMs(objectKey(owner)));
  }

  /** Carries a plan out. */
  async write(owner: KubeObject, plan: SlicePlan, form: SliceForm): Promise<void> {
    const resource = this.#context.client.resource(discovery.v1.endpointslices, owner.metadata.namespace);
    for (const content of plan.create) await this.#create(owner, content, form);
    for (const { slice, ports, endpoints } of plan.update) await resource.update({ ...slice, ports, endpoints });
    for (const { metadata } of plan.remove) {
      await ignoreNotFound(resource.delete(metadata.name ?? '', { preconditions: { uid: metadata.uid } }));
    }
  }

  async #create(owner: KubeObject, { ports, endpoints }: SliceContent, form: SliceForm): Promise<void> {
    const { name = '', namespace = '' } = owner.metadata;
    const slice: EndpointSlice = {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        name: generatedName(name, this.#context.random),
        namespace,
        labels: { ...form.labels, [SERVICE_NAME]: name, [MANAGED_BY]: this.#manager },
        ownerReferences: [controllerReference(owner)],
      },
      addressType: form.addressType,
      ports,
      endpoints,
    };
    this.#expectations.expectCreation(objectKey(owner), objectKey(slice));
    try {
      await this.#context.client.resource(discovery.v1.endpointslices, namespace).create(slice);
    } catch (error) {
      this.#expectations.drop(objectKey(slice));
      throw error;
    }
  }
}
