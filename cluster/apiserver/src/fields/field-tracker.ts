import type { Clock } from '@kubemin/base';
import {
  apiVersionOf,
  deepEqual,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubeObject,
} from '@kubemin/kubeapi';
import {
  type ApplyOutcome,
  applyConfiguration,
  DEDUCED,
  decodeManagedFields,
  encodeManagedFields,
  isReset,
  type ManagedFields,
  type OwnershipScope,
  SchemaStructure,
  STATUS_FIELDS,
  type StructuralType,
  sameOwnership,
  trackUpdate,
  zeroObject,
} from '@kubemin/kubeapi/apply';
import { timestamp } from '../registry/object-metadata.ts';
import type { ServedResource } from '../registry/served-resource.ts';
import type { UpdateTarget } from '../registry/update.ts';
import type { FieldWrite } from './field-write.ts';

/** One write, planned and not yet stored. */
export interface PlannedUpdate {
  readonly sent: KubeObject;
  readonly current: KubeObject;
  /** Still with the managedFields of the current state. */
  readonly planned: KubeObject;
  readonly target: UpdateTarget;
}

export interface AppliedConfig {
  readonly config: JsonObject;
  readonly manager: string;
  readonly subresource: string;
  readonly scope: OwnershipScope;
  readonly force: boolean;
  /** The object as it would be stored. */
  settle(object: JsonObject): JsonObject;
}

interface Structure {
  readonly type: StructuralType;
  readonly zero: JsonObject;
}

/** Keeps `metadata.managedFields` of everything that is written. */
export class FieldTracker {
  readonly #clock: Clock;
  readonly #schemas = new SchemaStructure();
  readonly #structures = new WeakMap<ServedResource, Structure>();
  /** Stored objects are frozen and shared, so what was read once stays true. */
  readonly #decoded = new WeakMap<object, ManagedFields>();

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock;
  }

  /** How ownership sees objects of the resource. */
  typeOf(resource: ServedResource): StructuralType {
    return this.#structure(resource).type;
  }

  /** A new object, with everything in it owned by its creator. */
  created(resource: ServedResource, object: KubeObject, sent: KubeObject, write: FieldWrite): KubeObject {
    if (write.by === 'apply') return withManagedFields(object, sent.metadata.managedFields);
    if (write.by === 'nobody') return object;
    const { zero } = this.#structure(resource);
    const scope = scopeOf(resource, 'main');
    return withOwners(object, this.#track(resource, { before: zero, after: object, managed: [], write, scope }));
  }

  /** The planned state with its new owners; the current state when nothing changes, ownership included. */
  updated(resource: ServedResource, update: PlannedUpdate, write: FieldWrite): KubeObject {
    const { sent, current, planned, target } = update;
    const live = current.metadata.managedFields;
    const unchanged = planned === current || deepEqual(planned, current);
    if (write.by === 'apply') {
      const given = sent.metadata.managedFields;
      if (unchanged && this.#sameOwners(live, given)) return current;
      return withManagedFields(planned, given);
    }
    // A subresource is not the way to change owners.
    const given = target === 'main' ? sent.metadata.managedFields : undefined;
    if (isReset(given)) return withManagedFields(planned, undefined);
    const asked = given === undefined || deepEqual(given, live) ? undefined : this.#decode(given);
    const restated = asked !== undefined && asked.length > 0;
    if (unchanged && !restated) return current;
    const managed = restated ? asked : (this.#decode(live) ?? []);
    // Whoever stopped keeping track does not start again by itself.
    if (write.by === 'nobody' || managed.length === 0) return planned;
    const scope = scopeOf(resource, target);
    const owners = this.#track(resource, { before: current, after: planned, managed, write, scope });
    return owners === managed && !restated ? planned : withOwners(planned, owners);
  }

  /** What applying a configuration to the current state (undefined: none yet) comes to. */
  apply(resource: ServedResource, current: KubeObject | undefined, applied: AppliedConfig): ApplyOutcome {
    const { config, manager, subresource, scope, force, settle } = applied;
    return applyConfiguration({
      ...this.#structure(resource),
      live: current === undefined ? undefined : jsonOf(current),
      managed: this.#decode(current?.metadata.managedFields) ?? [],
      config,
      writer: { manager, subresource, apiVersion: apiVersionOf(resource.info) },
      scope,
      force,
      now: this.#now(),
      settle,
    });
  }

  #track(
    resource: ServedResource,
    {
      before,
      after,
      managed,
      write,
      scope,
    }: {
      readonly before: object;
      readonly after: object;
      readonly managed: ManagedFields;
      readonly write: Extract<FieldWrite, { by: 'update' }>;
      readonly scope: OwnershipScope;
    },
  ): ManagedFields {
    const { type } = this.#structure(resource);
    const { manager, subresource } = write;
    const writer = { manager, subresource, apiVersion: apiVersionOf(resource.info) };
    return trackUpdate({
      before: jsonOf(before),
      after: jsonOf(after),
      type,
      managed,
      writer,
      scope,
      now: this.#now(),
    });
  }

  #sameOwners(a: readonly JsonValue[] | undefined, b: readonly JsonValue[] | undefined): boolean {
    const [before, after] = [this.#decode(a), this.#decode(b)];
    return before !== undefined && after !== undefined && sameOwnership(before, after);
  }

  #decode(managedFields: readonly JsonValue[] | undefined): ManagedFields | undefined {
    if (managedFields === undefined) return [];
    const known = this.#decoded.get(managedFields);
    if (known !== undefined) return known;
    const decoded = decodeManagedFields(managedFields);
    if (decoded !== undefined) this.#decoded.set(managedFields, decoded);
    return decoded;
  }

  #structure(resource: ServedResource): Structure {
    const known = this.#structures.get(resource);
    if (known !== undefined) return known;
    const { schema, structure: type = DEDUCED } = resource;
    const made =
      schema === undefined ? { type, zero: {} } : { type: this.#schemas.typeOf(schema), zero: zeroObject(schema) };
    this.#structures.set(resource, made);
    return made;
  }

  #now(): string {
    return timestamp(this.#clock.now());
  }
}

/** What a write of this part of an object can own. */
export function scopeOf(resource: ServedResource, target: UpdateTarget): OwnershipScope {
  if (target === 'status') return { within: STATUS_FIELDS };
  return target === 'main' && resource.hasStatus ? { without: STATUS_FIELDS } : {};
}

/** The object with these owners written into it. */
export function withOwners(object: KubeObject, managed: ManagedFields): KubeObject {
  return withManagedFields(object, managed.length === 0 ? undefined : encodeManagedFields(managed));
}

function withManagedFields(object: KubeObject, managedFields: readonly JsonValue[] | undefined): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } };
}

function jsonOf(object: object): JsonObject {
  return isJsonObject(object) ? object : {};
}
