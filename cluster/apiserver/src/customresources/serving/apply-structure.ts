import { DEDUCED, LEAF, type ListKey, SET, type StructuralType } from '@kubemin/kubeapi/apply';
import { OBJECT_FIELDS, type StructuralSchema } from '../schema/structural-schema.ts';

/** How server-side apply sees objects of a schema: what is owned field by field, item by item, or as a whole. */
export function applyStructure(schema: StructuralSchema, metadata: StructuralType): StructuralType {
  return new SchemaStructures(metadata).of({ ...schema, embeddedResource: true });
}

class SchemaStructures {
  readonly #metadata: StructuralType;

  constructor(metadata: StructuralType) {
    this.#metadata = metadata;
  }

  of(schema: StructuralSchema): StructuralType {
    if (schema.intOrString) return LEAF;
    switch (schema.type) {
      case 'object':
        return schema.mapType === 'atomic' ? LEAF : this.#object(schema);
      case 'array':
        return this.#list(schema);
      case undefined:
        return DEDUCED;
      default:
        return LEAF;
    }
  }

  #object(schema: StructuralSchema): StructuralType {
    const fields = new Map<string, StructuralType>();
    const others = this.#others(schema);
    return {
      kind: 'granular',
      ...(others !== undefined && { others }),
      field: (name) => {
        const known = fields.get(name) ?? this.#field(schema, name);
        if (known !== undefined) fields.set(name, known);
        return known;
      },
    };
  }

  /** Whole objects have their type and metadata, whatever their schema is. */
  #field({ properties, embeddedResource }: StructuralSchema, name: string): StructuralType | undefined {
    if (embeddedResource && OBJECT_FIELDS.includes(name)) return name === 'metadata' ? this.#metadata : LEAF;
    const property = properties.get(name);
    return property === undefined ? undefined : this.of(property);
  }

  #others({ additionalProperties, preserveUnknownFields }: StructuralSchema): StructuralType | undefined {
    if (typeof additionalProperties === 'object') return this.of(additionalProperties);
    return additionalProperties === true || preserveUnknownFields ? DEDUCED : undefined;
  }

  #list({ listType, listMapKeys, items }: StructuralSchema): StructuralType {
    if (listType === 'set') return SET;
    if (listType !== 'map' || items === undefined) return LEAF;
    const keys = listMapKeys.toSorted().map((name): ListKey => {
      const value = items.properties.get(name)?.default;
      return { name, ...(value !== undefined && { default: value }) };
    });
    return { kind: 'keyed', keys, items: this.of(items) };
  }
}
