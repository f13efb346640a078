import { manifestsMessages } from '../../messages/index.ts';
import type { Manifest } from './manifest.ts';
import type { ManifestSet } from './manifest-set.ts';
import { findPodTemplate, WORKLOAD_KINDS } from './workload-kinds.ts';

function selects(service: Manifest, workload: Manifest): boolean {
  if (service.namespace !== workload.namespace) return false;
  const selector = service.part.at('spec', 'selector').entries;
  const labels = findPodTemplate(workload).at('metadata', 'labels');
  return selector.length > 0 && selector.every(([key, value]) => labels.at(key).peek() === value.peek());
}

/** The workload a Service sends requests to; of several the first, as a Service here belongs to one component. */
export function servedWorkload(service: Manifest, set: ManifestSet): Manifest | undefined {
  return set.of(...WORKLOAD_KINDS).find((workload) => selects(service, workload));
}

/** The Services that belong to a workload. Those that also select others have an entry in the list. */
export function workloadServices(workload: Manifest, set: ManifestSet): readonly Manifest[] {
  return set.of('Service').filter((service) => servedWorkload(service, set) === workload);
}

/** Notes on Services that select more than one workload. */
export function noteShared(set: ManifestSet): void {
  for (const service of set.of('Service')) {
    const [first, ...more] = set.of(...WORKLOAD_KINDS).filter((workload) => selects(service, workload));
    if (first === undefined || more.length === 0) continue;
    const others = more.map(({ name }) => name);
    const why = manifestsMessages.serviceOfSeveral({ others, name: first.name });
    service.part.at('spec', 'selector').note(`Service ${service.name}`, why);
  }
}
