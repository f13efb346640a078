import { FieldSet } from './field-set.ts';
import type { ManagedFields } from './managed-fields.ts';
import { typeBelow } from './object-fields.ts';
import { fieldName, type PathElement } from './path-element.ts';
import type { StructuralType } from './structural-type.ts';

/**
 * Entries written when a list or map was still owned part by part, while its type now makes it one value: who owned a
 * part owns the whole. Entries that are up to date stay the very same.
 */
export function underCurrentType(managed: ManagedFields, type: StructuralType): ManagedFields {
  return managed.map((entry) => {
    const fields = collapse(entry.fields, type);
    return fields === entry.fields ? entry : { ...entry, fields };
  });
}

function collapse(set: FieldSet, type: StructuralType): FieldSet {
  if (set.children.size === 0) return set;
  if (isWhole(set, type)) return FieldSet.leaf;
  let changed = false;
  const children = new Map<PathElement, FieldSet>();
  for (const [element, child] of set.children) {
    const collapsed = collapse(child, typeBelow(type, fieldName(element)));
    changed ||= collapsed !== child;
    children.set(element, collapsed);
  }
  return changed ? FieldSet.of(set.member, children) : set;
}

function isWhole(set: FieldSet, type: StructuralType): boolean {
  if (type.kind === 'leaf') return true;
  return type.kind === 'deduced' && set.children.keys().some((element) => fieldName(element) === undefined);
}
