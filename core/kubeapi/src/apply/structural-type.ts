import type { JsonValue } from '../object/index.ts';

/**
 * How ownership and merging see one place of an object. Built-in types come from `SchemaStructure`; another
 * kind of schema (a CRD's) is described in these terms. The graph may have cycles.
 */
export type StructuralType = LeafType | GranularType | SetType | KeyedListType | DeducedType;

/** A scalar, or a list or map that is owned and replaced as a whole. */
export interface LeafType {
  readonly kind: 'leaf';
}

/** An object whose fields are owned one by one. */
export interface GranularType {
  readonly kind: 'granular';
  /** The type of a field the schema declares. */
  field(name: string): StructuralType | undefined;
  /** The type under all other names; absent where other names are not allowed. */
  readonly others?: StructuralType;
}

/** A list of scalars, each at most once, owned one by one. */
export interface SetType {
  readonly kind: 'set';
}

/** A list of objects that are known by some of their fields. */
export interface KeyedListType {
  readonly kind: 'keyed';
  /** In alphabetical order. */
  readonly keys: readonly ListKey[];
  readonly items: StructuralType;
}

/** One of the fields that the items of a list are known by. */
export interface ListKey {
  readonly name: string;
  /** What an item that leaves the key out means. */
  readonly default?: JsonValue;
}

/** Unknown: objects are owned field by field, everything else as a whole. */
export interface DeducedType {
  readonly kind: 'deduced';
}

/** The leaf type: there is only one. */
export const LEAF: LeafType = { kind: 'leaf' };
/** The set type: there is only one. */
export const SET: SetType = { kind: 'set' };
/** The deduced type: there is only one. */
export const DEDUCED: DeducedType = { kind: 'deduced' };

/** The type of the value under a name; a name the type does not allow is taken as of unknown type. */
export function fieldType(type: GranularType | DeducedType, name: string): StructuralType {
  return type.kind === 'deduced' ? DEDUCED : (type.field(name) ?? type.others ?? DEDUCED);
}

/** Whether the schema itself names the field; keys of maps are never declared. */
export function declaresField(type: StructuralType, name: string): boolean {
  return type.kind === 'granular' && type.field(name) !== undefined;
}
