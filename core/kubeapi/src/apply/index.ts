/**
 * Server-side apply: `applyConfiguration` merges a configuration into an object by its type and returns the object or
 * the conflicts; `trackUpdate` and `createdFields` compute ownership after other writes. Pure: time and types are
 * parameters. Applying the same configuration again changes nothing, not even a time. `ManagedFields` is the decoded
 * form of `metadata.managedFields`, `StructuralType` the shape that merging needs.
 */
export { type ApplyOutcome, type ApplyRequest, applyConfiguration } from './apply-configuration.ts';
export { type Comparison, compareObjects } from './comparison.ts';
export { configurationProblems } from './configuration-check.ts';
export { conflictError, type FieldConflict } from './conflicts.ts';
export { type CreatedObject, createdFields } from './created-fields.ts';
export { type FieldPath, FieldSet, formatFieldPath } from './field-set.ts';
export { decodeFieldsV1, encodeFieldsV1, FieldsV1Error } from './fields-v1.ts';
export {
  decodeManagedFields,
  encodeManagedFields,
  type FieldOperation,
  type FieldWriter,
  isReset,
  type ManagedFields,
  type ManagerEntry,
  sameOwnership,
  writtenEntry,
} from './managed-fields.ts';
export { collectFields } from './object-fields.ts';
export { ANNOTATED_STATUS_FIELDS, type OwnershipScope, STATUS_FIELDS } from './ownership-scope.ts';
export { fieldElement, type PathElement } from './path-element.ts';
export { removeFields } from './pruning.ts';
export { SchemaStructure } from './schema-structure.ts';
export { storedManagedFields } from './stored-entry.ts';
export {
  DEDUCED,
  type DeducedType,
  type GranularType,
  type KeyedListType,
  LEAF,
  type LeafType,
  type ListKey,
  SET,
  type SetType,
  type StructuralType,
} from './structural-type.ts';
export { mergeObjects } from './typed-merge.ts';
export { type TrackedUpdate, trackUpdate } from './update-tracking.ts';
export { zeroObject } from './zero-object.ts';
