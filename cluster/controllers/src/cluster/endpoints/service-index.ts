import { type ControllerContext, coalesceEnqueues, enqueueMappedKeys, type Source } from '@kubemin/controller';
import { type Change, type Informer, objectKey } from '@kubemin/kube';
import type { Pod, Service } from '@kubemin/kubeapi/types/core.v1';
import { hasAddress, isProgress } from '../../pod-owner/index.ts';

const PODS = 'label of a service';
const SERVICES = 'selector';

/** How long endpoints may be behind pods that merely start, when many do. */
const PERIOD_MS = 100;

/** Which services and pods belong together, found by their labels: a namespace may hold thousands of either. */
export class ServiceIndex {
  readonly #services: Informer<Service>;
  readonly #pods: Informer<Pod>;

  constructor(services: Informer<Service>, pods: Informer<Pod>) {
    services.addIndex(SERVICES, selectorIndexValues);
    pods.addIndex(PODS, labelIndexValues);
    this.#services = services;
    this.#pods = pods;
  }

  /** The pods that a service selects, and maybe some more. */
  candidates({ metadata, spec }: Service): readonly Pod[] {
    const found = Object.entries(spec?.selector ?? {}).map((label) =>
      this.#pods.byIndex(PODS, labelIndexValue(metadata.namespace, label)),
    );
    return found.reduce((fewest, pods) => (pods.length < fewest.length ? pods : fewest), found[0] ?? []);
  }

  /** The services of changed pods: at once, but where many pods merely start, each service only so often. */
  changes({ clock }: ControllerContext): readonly Source[] {
    return [
      enqueueMappedKeys(this.#pods, (change) => (isProgress(change) ? [] : this.selecting(changedPods(change)))),
      coalesceEnqueues(
        enqueueMappedKeys(this.#pods, (change) =>
          hasAddress(change) && isProgress(change) ? this.selecting(changedPods(change)) : [],
        ),
        { clock, periodMs: PERIOD_MS },
      ),
    ];
  }

  /** The keys of the services that select any of the pods. */
  selecting(pods: readonly Pod[]): readonly string[] {
    const services = new Set<Service>();
    for (const pod of pods) {
      for (const label of labelIndexValues(pod)) {
        for (const service of this.#services.byIndex(SERVICES, label)) {
          if (selects(service, pod)) services.add(service);
        }
      }
    }
    return [...services].map(objectKey);
  }
}

/** The changed pod, and what it was: it may have left a service. */
function changedPods({ object, old }: Change<Pod>): readonly Pod[] {
  return old === undefined ? [object] : [object, old];
}

function selects(service: Service, pod: Pod): boolean {
  const selector = Object.entries(service.spec?.selector ?? {});
  return selector.length > 0 && selector.every(([key, value]) => pod.metadata.labels?.[key] === value);
}

/** One label that all pods of the service have: enough to find it by. */
function selectorIndexValues({ metadata, spec }: Service): readonly string[] {
  return Object.entries(spec?.selector ?? {})
    .slice(0, 1)
    .map((label) => labelIndexValue(metadata.namespace, label));
}

function labelIndexValues({ metadata }: Pod): readonly string[] {
  return Object.entries(metadata.labels ?? {}).map((label) => labelIndexValue(metadata.namespace, label));
}

function labelIndexValue(namespace: string | undefined, [key, value]: readonly [key: string, value: string]): string {
  return `${namespace ?? ''}/${key}=${value}`;
}
