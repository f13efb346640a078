import type { FieldSchema, ObjectSchema, ScalarSchema, ValueSchema } from '../object/index.ts';
import {
  embeddedSlot,
  fillSlots,
  type ItemsReader,
  listSlot,
  mapSlot,
  readStrings,
  type Slot,
  type Slots,
  scalarSlot,
  slotWithName,
} from './field-slot.ts';
import { isMutableObject, type MutableJson, type MutableObject } from './mutable-json.ts';
import { WireReader } from './wire-reader.ts';
import { type ValueReader, WIRE_SCALARS, type WireScalar } from './wire-scalars.ts';

interface Layout {
  readonly slots: Slots;
  /** What JSON always shows, even when the wire is silent. */
  readonly required: readonly (readonly [name: string, zero: () => MutableJson])[];
}

/** How JSON of any shape stands on the wire: a matter of its type's name. */
export type AnyScalars = (schema: ScalarSchema) => WireScalar;

/** Reads messages as the objects they are in JSON, by their schemas. */
export class MessageReader {
  readonly #layouts = new Map<ObjectSchema, Layout>();
  readonly #anyScalar: AnyScalars;

  constructor(anyScalar: AnyScalars) {
    this.#anyScalar = anyScalar;
  }

  /** Adds to `target` what the message holds: a message that comes in several pieces is all of them. */
  read(type: ObjectSchema, reader: WireReader, target: MutableObject = {}): MutableObject {
    const { slots, required } = this.#layout(type);
    fillSlots(slots, reader, target);
    for (const [name, zero] of required) {
      if (!Object.hasOwn(target, name)) target[name] = zero();
    }
    return target;
  }

  #layout(type: ObjectSchema): Layout {
    const known = this.#layouts.get(type);
    if (known !== undefined) return known;
    const layout: Layout = { slots: this.#makeSlots(type, []), required: this.#requiredFields(type) };
    this.#layouts.set(type, layout);
    return layout;
  }

  /** The slots of the fields that stand within the messages of these numbers; none of them: in the message itself. */
  #makeSlots(type: ObjectSchema, within: readonly number[]): Slots {
    const slots: Slots = new Map();
    for (const [name, field] of type.fields) {
      const { protobufNumber, protobufWithin = [] } = field;
      if (protobufNumber === undefined || !within.every((number, index) => protobufWithin[index] === number)) continue;
      const next = protobufWithin[within.length];
      if (next === undefined) slots.set(protobufNumber, slotWithName(name, this.#makeSlot(name, field)));
      else if (!slots.has(next)) slots.set(next, embeddedSlot(this.#makeSlots(type, [...within, next])));
    }
    return slots;
  }

  #makeSlot(name: string, field: FieldSchema): Slot {
    const { value } = field;
    switch (value.kind) {
      case 'object':
        return (reader, target) => {
          const before = target[name];
          target[name] = this.read(value, reader.message(), isMutableObject(before) ? before : {});
        };
      case 'list':
        return listSlot(name, this.#itemsReader(value.items, field));
      case 'map':
        return mapSlot(name, this.#valueReader(value.values, field), this.#zeroValue(value.values));
      default:
        return scalarSlot(name, field, this.#scalar(value));
    }
  }

  #itemsReader(items: ValueSchema, field: FieldSchema): ItemsReader {
    if (field.message !== undefined) return readStrings;
    const read = this.#valueReader(items, field);
    const push: ItemsReader = (reader, list) => {
      list.push(read(reader) ?? null);
    };
    const packable = isScalar(items) && this.#scalar(items).packable === true;
    return packable ? (reader, list) => reader.eachPacked((each) => push(each, list)) : push;
  }

  #valueReader(value: ValueSchema, field: FieldSchema): ValueReader {
    if (value.kind === 'object') return (reader) => this.read(value, reader.message());
    if (isScalar(value)) return this.#scalar(value).read;
    if (field.message !== undefined) return readStringList;
    throw new Error(`protobuf has no form for a ${value.kind} inside a list or map`);
  }

  #requiredFields(type: ObjectSchema): Layout['required'] {
    const required = [...type.fields].filter(
      ([, field]) => field.required && !field.pointer && field.protobufNumber !== undefined,
    );
    return required.flatMap(([name, { value }]) => {
      const zero = this.#zeroValue(value);
      return zero === undefined ? [] : [[name, zero] as const];
    });
  }

  #zeroValue(value: ValueSchema): (() => MutableJson) | undefined {
    if (value.kind === 'list') return () => [];
    if (value.kind === 'map') return () => ({});
    if (value.kind === 'object') return () => this.read(value, new WireReader(new Uint8Array()));
    const { zero } = this.#scalar(value);
    return zero === undefined ? undefined : () => zero;
  }

  #scalar(schema: ScalarSchema): WireScalar {
    return schema.kind === 'any' ? this.#anyScalar(schema) : WIRE_SCALARS[schema.kind];
  }
}

function readStringList(reader: WireReader): string[] {
  const list: string[] = [];
  readStrings(reader, list);
  return list;
}

function isScalar(value: ValueSchema): value is ScalarSchema {
  return value.kind !== 'object' && value.kind !== 'list' && value.kind !== 'map';
}
