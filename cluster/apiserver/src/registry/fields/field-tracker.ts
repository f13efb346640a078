import type { Clock } from '@kubemin/base';
import { asJsonObject, deepEqual, formatApiVersion, type JsonObject, type KubeObject } from '@kubemin/kubeapi';
import {
  ANNOTATED_STATUS_FIELDS,
  type ApplyOutcome,
  applyConfiguration,
  createdFields,
  DEDUCED,
  type FieldWriter,
  isReset,
  type ManagedFields,
  type OwnershipScope,
  SchemaStructure,
  STATUS_FIELDS,
  type StructuralType,
  sameOwnership,
  trackUpdate,
  writtenEntry,
  zeroObject,
} from '@kubemin/kubeapi/apply';
import type { ServedResource } from '../served-resource.ts';
import type { UpdateTarget } from '../update.ts';
import { WallTime } from '../wall-time.ts';
import type { FieldWrite } from './field-write.ts';
import { OwnershipCodec, withManagedFields } from './ownership-codec.ts';

/** One write, planned and not yet stored. */
export interface PlannedUpdate {
  readonly sent: KubeObject;
  readonly current: KubeObject;
  /** Still with the managedFields of the current state. */
  readonly planned: KubeObject;
  readonly target: UpdateTarget;
}

/** A configuration on its way to an object. */
export interface AppliedConfig {
  readonly config: JsonObject;
  readonly manager: string;
  readonly subresource: string;
  readonly scope: OwnershipScope;
  readonly force: boolean;
  /** The object as it would be stored in place of the current one. */
  settle(object: JsonObject, current: KubeObject | undefined): JsonObject;
}

interface Step {
  readonly before: object;
  readonly after: object;
  readonly managed: ManagedFields;
  readonly write: Extract<FieldWrite, { by: 'update' }>;
  readonly scope: OwnershipScope;
}

/** Keeps `metadata.managedFields` of everything that is written. */
export class FieldTracker {
  readonly #time: WallTime;
  readonly #structures = new ResourceStructures();
  readonly #codec = new OwnershipCodec();

  constructor({ clock }: { readonly clock: Clock }) {
    this.#time = new WallTime(clock);
  }

  /** How ownership sees objects of the resource. */
  structuralType(resource: ServedResource): StructuralType {
    return this.#structures.of(resource).type;
  }

  /** A new object, with everything in it owned by its creator. */
  created(resource: ServedResource, object: KubeObject, sent: KubeObject, write: FieldWrite): KubeObject {
    if (write.by === 'apply') return withManagedFields(object, sent.metadata.managedFields);
    if (write.by === 'nobody') return object;
    const scope = resource.hasStatus ? { without: STATUS_FIELDS } : {};
    const fields = createdFields({ ...this.#structures.of(resource), object: asJsonObject(object), scope });
    if (fields === undefined) return withManagedFields(object, undefined);
    const entry = { ...fieldWriter(resource, write), operation: 'Update' as const, time: this.#time.now() };
    return withManagedFields(object, [writtenEntry(entry, fields)]);
  }

  /** The planned state with its new owners; the current state when nothing changes, ownership included. */
  updated(resource: ServedResource, update: PlannedUpdate, write: FieldWrite): KubeObject {
    const { sent, current, planned, target } = update;
    const live = current.metadata.managedFields;
    const unchanged = planned === current || deepEqual(planned, current);
    if (write.by === 'apply') {
      const given = sent.metadata.managedFields;
      return unchanged && this.#sameOwners(live, given) ? current : withManagedFields(planned, given);
    }
    // A subresource is not the way to change owners.
    const given = target === 'main' ? sent.metadata.managedFields : undefined;
    if (isReset(given)) return withManagedFields(planned, undefined);
    const asked = given === undefined || deepEqual(given, live) ? undefined : this.#codec.decode(given);
    const restated = asked !== undefined && asked.length > 0;
    if (unchanged && !restated) return current;
    if (write.by === 'nobody') return planned;
    const managed = restated ? asked : (this.#codec.decodeStored(live) ?? []);
    // Tracking that was switched off for an object is not switched on again.
    if (managed.length === 0) return planned;
    const scope = ownershipScope(resource, target);
    const owners = this.#track(resource, { before: current, after: planned, managed, write, scope });
    return owners === managed && !restated ? planned : this.#codec.write(planned, owners);
  }

  /** What applying a configuration to the current state (undefined: none yet) comes to. */
  apply(resource: ServedResource, current: KubeObject | undefined, applied: AppliedConfig): ApplyOutcome {
    const { config, manager, subresource, scope, force, settle } = applied;
    return applyConfiguration({
      ...this.#structures.of(resource),
      live: current === undefined ? undefined : asJsonObject(current),
      managed: this.#codec.decodeStored(current?.metadata.managedFields) ?? [],
      config,
      writer: fieldWriter(resource, { manager, subresource }),
      scope,
      force,
      now: this.#time.now(),
      settle: (object) => settle(object, current),
    });
  }

  /** An object that was applied, with its owners; as they are written already where they stay the same. */
  owned(object: KubeObject, managed: ManagedFields, current: KubeObject | undefined): KubeObject {
    const live = current?.metadata.managedFields;
    const before = new Set(this.#codec.decodeStored(live));
    const same = managed.length === before.size && managed.every((entry) => before.has(entry));
    return same ? withManagedFields(object, live) : this.#codec.write(object, managed);
  }

  #track(resource: ServedResource, { before, after, write, ...step }: Step): ManagedFields {
    return trackUpdate({
      ...step,
      before: asJsonObject(before),
      after: asJsonObject(after),
      type: this.structuralType(resource),
      writer: fieldWriter(resource, write),
      now: this.#time.now(),
    });
  }

  #sameOwners(a: KubeObject['metadata']['managedFields'], b: KubeObject['metadata']['managedFields']): boolean {
    if (a === b) return true;
    const [before, after] = [this.#codec.decode(a), this.#codec.decode(b)];
    return before !== undefined && after !== undefined && sameOwnership(before, after);
  }
}

/** What a write of this part of an object can own. */
export function ownershipScope(resource: ServedResource, target: UpdateTarget): OwnershipScope {
  if (target === 'status') {
    return { within: resource.strategy.statusAnnotations === true ? ANNOTATED_STATUS_FIELDS : STATUS_FIELDS };
  }
  return target === 'main' && resource.hasStatus ? { without: STATUS_FIELDS } : {};
}

function fieldWriter({ info }: ServedResource, { manager, subresource }: Omit<FieldWriter, 'apiVersion'>): FieldWriter {
  return { manager, subresource, apiVersion: formatApiVersion(info) };
}

/** What ownership needs to know about the objects of a resource. */
interface ResourceStructure {
  readonly type: StructuralType;
  /** An empty object. */
  readonly zero: JsonObject;
}

/** The structures of all resources; each is made when it is first asked for, and goes with its resource. */
class ResourceStructures {
  readonly #schemas = new SchemaStructure();
  readonly #known = new WeakMap<ServedResource, ResourceStructure>();

  of(resource: ServedResource): ResourceStructure {
    const known = this.#known.get(resource);
    if (known !== undefined) return known;
    const made = this.#make(resource);
    this.#known.set(resource, made);
    return made;
  }

  #make({ schema, structure: type = DEDUCED }: ServedResource): ResourceStructure {
    if (schema === undefined) return { type, zero: {} };
    return { type: this.#schemas.structuralType(schema), zero: zeroObject(schema) };
  }
}
