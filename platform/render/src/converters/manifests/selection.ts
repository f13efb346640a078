import type { Manifest } from './manifest.ts';
import { podTemplateOf } from './workload-kinds.ts';

/** Whether a Service, by its selector, sends requests to the pods of a workload. */
export function selectedBy(service: Manifest, workload: Manifest): boolean {
  if (service.namespace !== workload.namespace) return false;
  const selector = service.part.at('spec', 'selector').entries;
  const labels = podTemplateOf(workload).at('metadata', 'labels');
  return selector.length > 0 && selector.every(([key, value]) => labels.at(key).peek() === value.peek());
}
