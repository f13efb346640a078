import { DEDUCED, LEAF, type ListKey, SET, type StructuralType } from '@kubemin/kubeapi/apply';
import type { StructuralSchema } from '../schema/structural-schema.ts';

/** How server-side apply sees objects of a schema: what is owned field by field, item by item, or as a whole. */
export function applyStructure(schema: StructuralSchema, metadata: StructuralType): StructuralType {
  const root = structureOf(schema);
  if (root.kind !== 'granular') return root;
  return { ...root, field: (name) => (name === 'metadata' ? metadata : root.field(name)) };
}

function structureOf(schema: StructuralSchema): StructuralType {
  if (schema.intOrString) return LEAF;
  switch (schema.type) {
    case 'object':
      return objectStructure(schema);
    case 'array':
      return listStructure(schema);
    case undefined:
      return DEDUCED;
    default:
      return LEAF;
  }
}

function objectStructure(schema: StructuralSchema): StructuralType {
  if (schema.mapType === 'atomic') return LEAF;
  const { properties, additionalProperties, preserveUnknownFields } = schema;
  const fields = new Map<string, StructuralType>();
  const others =
    typeof additionalProperties === 'object'
      ? structureOf(additionalProperties)
      : additionalProperties === true || preserveUnknownFields
        ? DEDUCED
        : undefined;
  return {
    kind: 'granular',
    ...(others !== undefined && { others }),
    field(name) {
      const known = fields.get(name);
      const property = properties.get(name);
      if (known !== undefined || property === undefined) return known;
      const made = structureOf(property);
      fields.set(name, made);
      return made;
    },
  };
}

function listStructure({ listType, listMapKeys, items }: StructuralSchema): StructuralType {
  if (listType === 'set') return SET;
  if (listType !== 'map' || items === undefined) return LEAF;
  const keys = listMapKeys.toSorted().map((name): ListKey => {
    const value = items.properties.get(name)?.default;
    return { name, ...(value !== undefined && { default: value }) };
  });
  return { kind: 'keyed', keys, items: structureOf(items) };
}
