import type { FieldSchema } from '../object/index.ts';
import { isMutableObject, type MutableJson, type MutableObject, setOwn } from './mutable-json.ts';
import { ProtobufError } from './protobuf-error.ts';
import type { WireReader } from './wire-reader.ts';
import type { ValueReader, WireScalar } from './wire-scalars.ts';

/** Puts what one wire field holds into the object that has it in JSON. */
export type Slot = (reader: WireReader, target: MutableObject) => void;

/** The fields of a message, by number. */
export type Slots = Map<number, Slot>;

/** Adds what one occurrence of a field holds to a list. */
export type ItemsReader = (reader: WireReader, list: MutableJson[]) => void;

/** Reads a message to its end; unknown fields are skipped. */
export function fillSlots(slots: Slots, reader: WireReader, target: MutableObject): void {
  for (let number = reader.next(); number !== undefined; number = reader.next()) {
    const slot = slots.get(number);
    if (slot === undefined) reader.skip();
    else slot(reader, target);
  }
}

/** JSON has the fields of an embedded message beside the others, so errors do not name it. */
export function embeddedSlot(slots: Slots): Slot {
  return (reader, target) => fillSlots(slots, reader.message(), target);
}

/** The slot, with its field's name in what it throws. */
export function slotWithName(name: string, slot: Slot): Slot {
  return (reader, target) => {
    try {
      slot(reader, target);
    } catch (error) {
      throw error instanceof ProtobufError ? error.inside(name) : error;
    }
  };
}

/** Go cannot distinguish an unset field from a zero one unless it is a pointer; the wire has the zero either way. */
export function scalarSlot(name: string, field: FieldSchema, { read, zero }: WireScalar): Slot {
  const { required, pointer, value: schema } = field;
  const keepsZero = required || pointer || zero === undefined || schema.kind === 'quantity';
  const isUnset = (value: MutableJson): boolean => !keepsZero && (value === zero || value === '');
  return (reader, target) => {
    const value = read(reader);
    if (value === undefined || isUnset(value)) delete target[name];
    else target[name] = value;
  };
}

/** Items add up over all occurrences of the field. */
export function listSlot(name: string, readItems: ItemsReader): Slot {
  return (reader, target) => {
    const before = target[name];
    const list: MutableJson[] = Array.isArray(before) ? before : [];
    readItems(reader, list);
    if (list.length > 0) target[name] = list;
  };
}

/** Each occurrence of the field is one entry; the last one of a key counts. */
export function mapSlot(name: string, read: ValueReader, zero: (() => MutableJson) | undefined): Slot {
  return (field, target) => {
    const before = target[name];
    const map = isMutableObject(before) ? before : {};
    const reader = field.message();
    let key = '';
    let value: MutableJson | undefined;
    for (let number = reader.next(); number !== undefined; number = reader.next()) {
      if (number === 1) key = reader.string();
      else if (number === 2) value = read(reader);
      else reader.skip();
    }
    setOwn(map, key, value ?? zero?.() ?? null);
    target[name] = map;
  };
}

/** Takes a list of strings that has a message of its own. */
export function readStrings(field: WireReader, list: MutableJson[]): void {
  const reader = field.message();
  for (let number = reader.next(); number !== undefined; number = reader.next()) {
    if (number === 1) list.push(reader.string());
    else reader.skip();
  }
}
