import { isJsonObject, type JsonObject, type JsonValue, type KubeObject } from '@kubemin/kubeapi';
import { CREATED_BY_RUN } from '../delivery/index.ts';
import { LAST_APPLIED_ANNOTATION, toJson } from '../task/index.ts';

/** Fields that every API server sets. */
const SERVER_SET = [
  ['status'],
  ['metadata', 'uid'],
  ['metadata', 'resourceVersion'],
  ['metadata', 'creationTimestamp'],
  ['metadata', 'generation'],
  ['metadata', 'managedFields'],
  ['metadata', 'selfLink'],
  // Our own bookkeeping, not part of what the object is.
  ['metadata', 'annotations', LAST_APPLIED_ANNOTATION],
  ['metadata', 'annotations', CREATED_BY_RUN],
];

/** Fields that API servers choose when an object is created without them: a trial chooses other values. */
const CHOSEN: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Service: [
    ['spec', 'clusterIP'],
    ['spec', 'clusterIPs'],
    ['spec', 'healthCheckNodePort'],
  ],
  Job: [
    ['spec', 'selector', 'matchLabels', 'batch.kubernetes.io/controller-uid'],
    ['spec', 'template', 'metadata', 'labels', 'batch.kubernetes.io/controller-uid'],
    ['spec', 'template', 'metadata', 'labels', 'controller-uid'],
  ],
};

/** An object without the fields that the cluster sets; with `made`, also without those that it chooses when it creates one. */
export function withoutServerFields(object: KubeObject, options: { readonly made?: boolean } = {}): JsonObject {
  const paths = [...SERVER_SET, ...(options.made === true ? (CHOSEN[object.kind] ?? []).filter(isFree(object)) : [])];
  return paths.reduce(without, toJson(object));
}

/** The address `None` is stated by the document, not chosen by the server. */
function isFree(object: KubeObject): (path: readonly string[]) => boolean {
  const chosen = toJson(object).spec;
  const headless = isJsonObject(chosen) && chosen.clusterIP === 'None';
  return ([, field]) => !headless || !['clusterIP', 'clusterIPs'].includes(field ?? '');
}

function without(object: JsonObject, [key, ...rest]: readonly string[]): JsonObject {
  if (key === undefined || !Object.hasOwn(object, key)) return object;
  const entries = Object.entries(object);
  if (rest.length === 0) return Object.fromEntries(entries.filter(([name]) => name !== key));
  const inner: JsonValue | undefined = object[key];
  if (!isJsonObject(inner)) return object;
  const kept = without(inner, rest);
  // What only held what is left out goes with it.
  const others = entries.filter(([name]) => name !== key);
  return Object.keys(kept).length === 0 && key === 'annotations'
    ? Object.fromEntries(others)
    : Object.fromEntries(entries.map(([name, value]) => [name, name === key ? kept : value]));
}
