import type { FieldSchema, ObjectSchema, ValueSchema } from '../object/index.ts';
import { DEDUCED, type GranularType, LEAF, SET, type StructuralType } from './structural-type.ts';

/** The built-in types as structural types; each is made once, when it is first met. */
export class SchemaStructure {
  readonly #objects = new Map<ObjectSchema, StructuralType>();

  structuralType(schema: ObjectSchema): StructuralType {
    const known = this.#objects.get(schema);
    if (known !== undefined) return known;
    const made = schema.atomic ? LEAF : this.#struct(schema);
    this.#objects.set(schema, made);
    return made;
  }

  #struct(schema: ObjectSchema): GranularType {
    const fields = new Map<string, StructuralType>();
    return {
      kind: 'granular',
      field: (name) => {
        const known = fields.get(name);
        if (known !== undefined) return known;
        const field = schema.fields.get(name);
        if (field === undefined) return undefined;
        const made = this.#field(field);
        fields.set(name, made);
        return made;
      },
    };
  }

  #field(field: FieldSchema): StructuralType {
    const { value, listType, listMapKeys = [], mapType } = field;
    if (mapType === 'atomic') return LEAF;
    if (value.kind !== 'list') return this.#value(value);
    if (listType === 'set') return SET;
    if (listType !== 'map') return LEAF;
    const keys = listMapKeys.toSorted().map((name) => ({ name, ...fieldDefault(value.items, name) }));
    return { kind: 'keyed', keys, items: this.#value(value.items) };
  }

  #value(value: ValueSchema): StructuralType {
    switch (value.kind) {
      case 'object':
        return this.structuralType(value);
      case 'map':
        return { kind: 'granular', field: () => undefined, others: this.#value(value.values) };
      case 'any':
        return DEDUCED;
      default:
        // A list inside a list or a map has no list type of its own.
        return LEAF;
    }
  }
}

function fieldDefault(items: ValueSchema, name: string): Pick<FieldSchema, 'default'> {
  const found = items.kind === 'object' ? items.fields.get(name)?.default : undefined;
  return found === undefined ? {} : { default: found };
}
