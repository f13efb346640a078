import {
  asJsonObject,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
} from '@kubemin/kubeapi';
import {
  decodeManagedFields,
  encodeManagedFields,
  type FieldPath,
  FieldSet,
  fieldElement,
  formatFieldPath,
  type ManagedFields,
  type ManagerEntry,
  type PathElement,
} from '@kubemin/kubeapi/apply';
import { appliedFields } from '../task/index.ts';

/** The field manager of everything that delivery writes. */
export const FIELD_MANAGER = 'kubemin-delivery';

/** The field manager of earlier versions, which wrote by merge patches. */
const EARLIER_MANAGER = 'kubemin';

const REPLICAS: FieldPath = [fieldElement('spec'), fieldElement('replicas')];

/** Maps whose keys never disappear but by a write: other fields are omitted by some servers when they are empty. */
const MAPS = new Set(['annotations', 'data', 'labels', 'limits', 'nodeSelector', 'requests']);

/** A field of the document that another field manager has set. */
export interface ForeignField {
  /** Undefined where the field was removed: removed fields have no manager. */
  readonly manager?: string;
  /** As `spec.replicas`. */
  readonly field: string;
}

/** What identifies an entry, decoded or as it is stored. */
interface EntryKey {
  readonly manager?: unknown;
  readonly operation?: unknown;
  readonly subresource?: unknown;
}

function isDelivery({ manager, subresource = '' }: EntryKey): boolean {
  return manager === FIELD_MANAGER && subresource === '';
}

function isEarlierDelivery({ manager, operation, subresource = '' }: EntryKey): boolean {
  return manager === EARLIER_MANAGER && operation === 'Update' && subresource === '';
}

/** Which entries are those of delivery; the earlier manager counts until the first apply, as others use its name too. */
function ownEntries(entries: readonly EntryKey[]): (entry: EntryKey) => boolean {
  return entries.some(isDelivery) ? isDelivery : isEarlierDelivery;
}

function managedFields({ metadata }: KubeObject): ManagedFields {
  return decodeManagedFields(metadata.managedFields) ?? [];
}

/** Whether the server tracks who set which field of the object. */
export function hasFieldOwners({ metadata }: KubeObject): boolean {
  return (metadata.managedFields?.length ?? 0) > 0;
}

/**
 * The managed fields with which the next apply removes what has left the document; undefined when it does so with those
 * the object has. An apply removes only what was applied before: what a creation or a merge patch has set moves to the
 * entry of the applies, with everything below it. A number of replicas that has left the document is released instead:
 * removing it would mean one replica until an autoscaler notices.
 */
export function handOverFields(live: KubeObject, desired: JsonObject): readonly JsonObject[] | undefined {
  const managed = managedFields(live);
  const shape = withoutReplicas(appliedFields(live));
  const held = managed.filter(
    (entry) => isEarlierDelivery(entry) || (isDelivery(entry) && entry.operation === 'Update'),
  );
  const leaving = held.reduce((set, { fields }) => set.union(leavingFields(fields, shape, desired)), FieldSet.empty);
  const applied = managed.find((entry) => isDelivery(entry) && entry.operation === 'Apply');
  const releases = applied?.fields.has(REPLICAS) === true && valueAt(desired, REPLICAS) === undefined;
  if (leaving.isEmpty && !releases) return undefined;
  const fields = (applied?.fields ?? FieldSet.empty).difference(FieldSet.fromPaths(releases ? [REPLICAS] : []));
  const { apiVersion } = live;
  const entry: ManagerEntry = {
    manager: FIELD_MANAGER,
    operation: 'Apply',
    apiVersion,
    subresource: '',
    fields: fields.union(leaving),
  };
  const others = managed.flatMap((other) => {
    if (other === applied) return [];
    if (!held.includes(other)) return [other];
    const kept = other.fields.difference(leaving);
    return kept.isEmpty ? [] : [{ ...other, fields: kept }];
  });
  return encodeManagedFields([...others, ...(entry.fields.isEmpty ? [] : [entry])]);
}

/** Of a set, what the shape of the last delivery has and the desired object has not. */
function leavingFields(set: FieldSet, shape: JsonValue | undefined, desired: JsonValue | undefined): FieldSet {
  if (shape === undefined) return FieldSet.empty;
  if (desired === undefined) return set;
  const children = new Map<PathElement, FieldSet>();
  for (const [element, child] of set.children) {
    const leaving = leavingFields(child, childAt(shape, element), childAt(desired, element));
    if (!leaving.isEmpty) children.set(element, leaving);
  }
  return FieldSet.of(false, children);
}

/** A number of replicas that the document no longer has belongs to an autoscaler. */
export function withoutReplicas(applied: JsonObject | undefined): JsonObject | undefined {
  const spec = applied?.spec;
  if (spec === undefined || !isJsonObject(spec)) return applied;
  const { replicas: _replicas, ...others } = spec;
  return { ...applied, spec: others };
}

/** The fields of a document that other managers own in the object and delivery does not. */
function foreignPaths(
  live: KubeObject,
  isInDocument: (path: FieldPath, own: FieldSet) => boolean,
): readonly (readonly [ManagerEntry, FieldPath])[] {
  const stored = (live.metadata.managedFields ?? []).map(asJsonObject);
  const isOwn = ownEntries(stored);
  const isForeign = (entry: EntryKey) => !isOwn(entry) && entry.subresource !== 'status';
  // Decoding is most of the work, and most objects have no other manager.
  if (!stored.some(isForeign)) return [];
  const managed = managedFields(live);
  const own = managed.filter(isOwn).reduce((set, { fields }) => set.union(fields), FieldSet.empty);
  return managed
    .filter(isForeign)
    .flatMap((entry) => [...entry.fields.paths()].map((path) => [entry, path] as const))
    .filter(([, path]) => !own.has(path) && isInDocument(path, own));
}

/** The fields whose values, set by other managers, a delivery has replaced by those of the document. */
export function overwrittenFields(
  live: KubeObject,
  { desired, delivered }: { readonly desired: JsonObject; readonly delivered: KubeObject },
): readonly ForeignField[] {
  const [before, after] = [asJsonObject(live), asJsonObject(delivered)];
  return foreignPaths(live, (path) => valueAt(desired, path) !== undefined)
    .filter(([, path]) => JSON.stringify(valueAt(before, path)) !== JSON.stringify(valueAt(after, path)))
    .map(([{ manager }, path]) => ({ manager, field: formatField(path) }));
}

/**
 * The fields that the last delivery set and others have changed or removed since, by the object alone: its annotation
 * has what was set, its managed fields have what is still owned. A plan compares values and finds every difference.
 */
export function driftedFields(live: KubeObject): readonly ForeignField[] {
  const shape = appliedFields(live);
  if (shape === undefined || !hasFieldOwners(live)) return [];
  const wasSet = (path: FieldPath, own: FieldSet) => valueAt(shape, path) !== undefined && isOwnItem(path, own);
  const changed = foreignPaths(live, wasSet).map(([{ manager }, path]) => ({ manager, field: formatField(path) }));
  return [...changed, ...lostPaths(shape, asJsonObject(live)).map((path) => ({ field: formatField(path) }))];
}

/** Shapes have the names of list items and no other keys: items without a name are those of which a field is still owned. */
function isOwnItem(path: FieldPath, own: FieldSet): boolean {
  let node = own;
  return path.every((element) => {
    node = node.child(element);
    return !node.isEmpty || !element.startsWith('k:') || element.includes('"name":');
  });
}

/** Keys of maps and named list entries that the last delivery set and that are gone. */
function lostPaths(shape: JsonValue, live: JsonValue, path: FieldPath = []): readonly FieldPath[] {
  return shapeElements(shape).flatMap(([element, inner]) => {
    const at = [...path, element];
    const value = childAt(live, element);
    if (value !== undefined) return lostPaths(inner, value, at);
    const parent = path.at(-1)?.slice(2) ?? '';
    return isJsonArray(shape) || MAPS.has(parent) ? [at] : [];
  });
}

function shapeElements(shape: JsonValue): readonly (readonly [PathElement, JsonValue])[] {
  if (isJsonObject(shape)) return Object.entries(shape).map(([key, value]) => [fieldElement(key), value] as const);
  if (!isJsonArray(shape)) return [];
  return shape.flatMap((entry) => {
    const name = isJsonObject(entry) ? entry.name : undefined;
    return typeof name === 'string' ? [[`k:${JSON.stringify({ name })}` as const, entry] as const] : [];
  });
}

function valueAt(value: JsonValue, path: FieldPath): JsonValue | undefined {
  return path.reduce(
    (at: JsonValue | undefined, element) => (at === undefined ? undefined : childAt(at, element)),
    value,
  );
}

/**
 * What an element of a path refers to, in an object or in the shape of one. Shapes have 0 for values: an entry of a list
 * that is known by such a key matches, as does one that leaves out a key with a default.
 */
function childAt(value: JsonValue, element: PathElement): JsonValue | undefined {
  const text = element.slice(2);
  if (element.startsWith('f:')) return isJsonObject(value) && Object.hasOwn(value, text) ? value[text] : undefined;
  if (!isJsonArray(value)) return undefined;
  const key: JsonValue = JSON.parse(text);
  if (element.startsWith('i:')) return value[Number(text)];
  if (!isJsonObject(key)) return value.find((entry) => entry === key || entry === 0);
  const keys = Object.entries(key);
  return value.find(
    (entry) =>
      isJsonObject(entry) &&
      keys.some(([name]) => Object.hasOwn(entry, name)) &&
      keys.every(([name, wanted]) => !Object.hasOwn(entry, name) || entry[name] === wanted || entry[name] === 0),
  );
}

function formatField(path: FieldPath): string {
  return formatFieldPath(path).replace(/^\./, '');
}
