import {
  type ControllerContext,
  coalesceEnqueues,
  enqueueChangedObjects,
  enqueueMappedKeys,
  enqueueOwners,
  type Source,
} from '@kubemin/controller';
import type { Change, Informer } from '@kubemin/kube';
import { type KubeObject, labelSelectorFromObject, type ResourceType } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { LabelSelector } from '@kubemin/kubeapi/types/meta.v1';
import { Adoption } from './adoption.ts';
import { Expectations } from './expectations.ts';
import { ChildIndex } from './indexes.ts';
import { orphanOwners } from './orphan-owners.ts';
import { isProgress } from './pod/pod-progress.ts';
import { PodWriter } from './pod-writer.ts';

/** Whose pods they are. */
export interface OwnedPodsOptions<O extends KubeObject> {
  readonly context: ControllerContext;
  readonly type: ResourceType<O>;
  /** By what an owner finds its pods. */
  readonly getSelector: (owner: O) => LabelSelector | undefined;
  /** Put on pods that are adopted, and taken off those that are let go. */
  readonly finalizer?: string;
}

/** The pods of all objects of a kind: which there are, which should be, and when to look again. */
export class OwnedPods<O extends KubeObject> {
  /** All objects of the kind. */
  readonly owners: Informer<O>;
  readonly #context: ControllerContext;
  readonly #type: ResourceType<O>;
  readonly #getSelector: OwnedPodsOptions<O>['getSelector'];
  readonly #pods: Informer<Pod>;
  readonly #index: ChildIndex<Pod>;
  readonly #adoption: Adoption<O, Pod>;

  constructor({ context, type, getSelector, ...adopting }: OwnedPodsOptions<O>) {
    this.owners = context.informers.informer(type);
    this.#context = context;
    this.#type = type;
    this.#getSelector = getSelector;
    this.#pods = context.informers.informer(core.v1.pods);
    this.#index = new ChildIndex(this.#pods);
    this.#adoption = new Adoption({ client: context.client, ownerType: type, childType: core.v1.pods, ...adopting });
  }

  /** Owners that changed, those of pods that did, and those that might adopt a pod; of steps of a starting pod those that matter. */
  sources(matters?: PodStep): readonly Source[] {
    return this.#sources(podOwners(this.#context, this.#pods, { owner: this.#type, matters }));
  }

  /** The same for owners that go on as soon as a pod does, however many do. */
  promptSources(): readonly Source[] {
    return this.#sources([enqueueOwners(this.#pods, this.#type)]);
  }

  /** Creates and deletes pods. To be called in `setup`: it has to see each change before any reconciler acts on it. */
  writer(): PodWriter {
    const expectations = new Expectations<Pod>(this.#context.clock);
    this.#pods.onChange((change) => expectations.observe(change));
    return new PodWriter({ context: this.#context, expectations, pods: this.#pods });
  }

  /** The pods of an owner as the cache has them. */
  of(owner: KubeObject): readonly Pod[] {
    return this.#index.children(owner);
  }

  /** The pods of an owner once those that its selector names are adopted, and the others are let go. */
  settle(owner: O): Promise<readonly Pod[]> {
    const selector = labelSelectorFromObject(this.#getSelector(owner) ?? {});
    return this.#adoption.settle(owner, selector, this.#index.candidates(owner));
  }

  #sources(ofPods: readonly Source[]): readonly Source[] {
    const adopters = orphanOwners<O, Pod>(this.owners, this.#getSelector);
    return [enqueueChangedObjects(this.owners), ...ofPods, enqueueMappedKeys(this.#pods, adopters)];
  }
}

/** How long the numbers in an owner's status may be behind. */
const STATUS_PERIOD_MS = 100;

/** Whose pods they are. */
interface PodOwnersOptions {
  readonly owner: ResourceType;
  /** Which steps of a starting pod change its owner's numbers. @default all */
  readonly matters?: PodStep | undefined;
}

/** Describes the progress of a pod. */
type PodStep = (change: Change<Pod>) => boolean;

/**
 * The owners of changed pods: at once where a pod comes, goes, fails or changes hands; in a storm of pods that merely
 * start, each owner only so often, as looking at all pods for each of them would take longer than starting them.
 */
function podOwners(
  { clock }: ControllerContext,
  pods: Informer<Pod>,
  { owner, matters = () => true }: PodOwnersOptions,
): readonly Source[] {
  const steps = enqueueOwners(pods, owner, (change) => isProgress(change) && matters(change));
  return [
    enqueueOwners(pods, owner, (change) => !isProgress(change)),
    coalesceEnqueues(steps, { clock, periodMs: STATUS_PERIOD_MS }),
  ];
}
