// An object with several managers working on it: for this folder's tests.

import { loadSchema } from '../../generated/schema.gen.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, type ObjectSchema } from '../../object/index.ts';
import { applyConfiguration } from '../apply-configuration.ts';
import { conflictError } from '../conflicts.ts';
import { type FieldPath, formatFieldPath } from '../field-set.ts';
import { itemElement } from '../list-items.ts';
import { encodeManagedFields, type ManagedFields } from '../managed-fields.ts';
import { fieldName } from '../path-element.ts';
import { SchemaStructure } from '../schema-structure.ts';
import { DEDUCED, fieldType, type StructuralType } from '../structural-type.ts';
import { trackUpdate } from '../update-tracking.ts';
import { objectFields, typeBranch } from '../value-branch.ts';
import { zeroObject } from '../zero-object.ts';

const schema = loadSchema();
const structure = new SchemaStructure();

/** The schema of a built-in kind. */
export function builtin(apiVersion: string, kind: string): ObjectSchema {
  const found = schema.ofKind(apiVersion, kind);
  if (found === undefined) throw new Error(`no type for ${apiVersion} ${kind}`);
  return found;
}

/** The type most tests work on: it has every kind of list and map. */
export const DEPLOYMENT: StructuralType = structure.structuralType(builtin('apps/v1', 'Deployment'));

/** An object and who owns what in it. */
export interface Managed {
  readonly object: JsonObject;
  readonly managed: ManagedFields;
}

/** Options of a write. */
export interface ManagerOptions {
  readonly force?: boolean;
  readonly now?: string;
  readonly subresource?: string;
}

/** One kind of object, without a server around it. */
export class TestFieldManager {
  readonly type: StructuralType;
  readonly #apiVersion: string;
  readonly #zero: JsonObject;

  private constructor(apiVersion: string, type: StructuralType, zero: JsonObject) {
    this.#apiVersion = apiVersion;
    this.type = type;
    this.#zero = zero;
  }

  static builtin(apiVersion: string, kind: string): TestFieldManager {
    const found = builtin(apiVersion, kind);
    return new TestFieldManager(apiVersion, structure.structuralType(found), zeroObject(found));
  }

  static of(type: StructuralType = DEDUCED): TestFieldManager {
    return new TestFieldManager('example.test/v1', type, {});
  }

  apply(state: Managed | undefined, manager: string, config: JsonObject, options: ManagerOptions = {}): Managed {
    const outcome = applyConfiguration({
      live: state?.object,
      config,
      type: this.type,
      zero: this.#zero,
      managed: state?.managed ?? [],
      writer: this.#writer(manager, options),
      scope: {},
      force: options.force ?? false,
      now: options.now ?? '2026-01-01T00:00:00Z',
      settle: (object) => object,
    });
    if (outcome.kind === 'conflicts') throw conflictError(outcome.conflicts);
    return outcome;
  }

  update(state: Managed | undefined, manager: string, after: JsonObject, options: ManagerOptions = {}): Managed {
    const managed = trackUpdate({
      before: state?.object ?? this.#zero,
      after,
      type: this.type,
      managed: state?.managed ?? [],
      writer: this.#writer(manager, options),
      scope: {},
      now: options.now ?? '2026-01-01T00:00:00Z',
    });
    return { object: after, managed };
  }

  #writer(manager: string, { subresource = '' }: ManagerOptions) {
    return { manager, apiVersion: this.#apiVersion, subresource };
  }
}

/** What a manager owns, as FieldsV1. */
export function managerFields({ managed }: Managed, manager: string): unknown {
  const found = encodeManagedFields(managed).filter((entry) => entry.manager === manager);
  if (found.length > 1) throw new Error(`${manager} has ${found.length} entries`);
  return found[0]?.fieldsV1;
}

/** What a manager owns, as paths in text. */
export function managerPaths({ managed }: Managed, manager: string): readonly string[] {
  return managed
    .filter((entry) => entry.manager === manager)
    .flatMap(({ fields }) => [...fields.paths()].map(formatFieldPath));
}

/** The value at a path, walked step by step; undefined when there is none. */
export function valueAt(value: JsonValue, path: FieldPath, type: StructuralType): JsonValue | undefined {
  const [element, ...rest] = path;
  if (element === undefined) return value;
  const branch = typeBranch(type);
  const name = fieldName(element);
  if (branch.kind === 'fields' && name !== undefined) {
    const inner = isJsonObject(value) ? objectFields(value)[name] : undefined;
    return inner === undefined ? undefined : valueAt(inner, rest, fieldType(branch.type, name));
  }
  if (branch.kind !== 'items' || !isJsonArray(value)) return undefined;
  const item = value.find((candidate, index) => itemElement(branch.type, candidate, index) === element);
  const inside = branch.type.kind === 'keyed' ? branch.type.items : DEDUCED;
  return item === undefined ? undefined : valueAt(item, rest, inside);
}
