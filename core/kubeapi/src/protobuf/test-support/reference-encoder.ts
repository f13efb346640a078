import protobuf from 'protobufjs';
import { isJsonArray, isJsonObject, type JsonObject, ownValue } from '../../object/json.ts';
import type { JsonValue } from '../../object/object.ts';
import type { FieldSchema, ObjectSchema, ScalarKind, ScalarSchema, Schema, ValueSchema } from '../../object/schema.ts';

/** How JSON of a type becomes what protobufjs encodes. */
interface Form {
  /** A protobuf scalar, or the name of a type in the root. */
  readonly type: string;
  encode(value: JsonValue | undefined): unknown;
}

const MAGIC = Buffer.from([0x6b, 0x38, 0x73, 0x00]);
const SECOND = 1000;

/** Writes objects as Go would, with protobufjs as the judge of what the wire looks like. Types are made as needed. */
export class ReferenceEncoder {
  readonly #root = new protobuf.Root();
  readonly #schema: Schema;
  readonly #forms = new Map<string, Form>();

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  encode(object: JsonObject): Uint8Array {
    const { apiVersion, kind } = object;
    const type = this.#schema.ofKind(String(apiVersion), String(kind));
    if (type === undefined) throw new Error(`no type for ${apiVersion} ${kind}`);
    return this.envelop({ apiVersion: String(apiVersion), kind: String(kind), raw: this.message(type, object) });
  }

  /** The object's own message, without an envelope. */
  message(type: ObjectSchema, object: JsonObject): Uint8Array {
    const form = this.#objectForm(type);
    return this.#write(form.type, form.encode(object));
  }

  envelop(unknown: { apiVersion: string; kind: string; raw: Uint8Array; contentType?: string }): Uint8Array {
    const { apiVersion, kind, raw, contentType = '' } = unknown;
    this.#define('TypeMeta', { 1: 'string', 2: 'string' });
    const name = this.#define('Unknown', { 1: 'TypeMeta', 2: 'bytes', 3: 'string', 4: 'string' });
    return Buffer.concat([
      MAGIC,
      this.#write(name, { f1: { f1: apiVersion, f2: kind }, f2: raw, f3: '', f4: contentType }),
    ]);
  }

  #write(type: string, value: unknown): Uint8Array {
    if (typeof value !== 'object' || value === null) throw new Error(`no message: ${value}`);
    return this.#root
      .lookupType(type)
      .encode({ ...value })
      .finish();
  }

  #define(name: string, fields: Readonly<Record<number, string>>): string {
    if (this.#root.get(name) !== null) return name;
    const type = new protobuf.Type(name);
    for (const [number, of] of Object.entries(fields)) type.add(this.#field(Number(number), of));
    this.#root.add(type);
    return name;
  }

  #field(number: number, type: string, rule?: string): protobuf.Field {
    return new protobuf.Field(`f${number}`, number, type, rule, undefined, { packed: false });
  }

  #objectForm(schema: ObjectSchema): Form {
    return this.#form(schema.name, () => this.#messageForm(schema, []));
  }

  /** The message of a type, or one of those that JSON does not show: its fields are those within these numbers. */
  #messageForm(schema: ObjectSchema, within: readonly number[]): Form {
    const name = [schema.name.replace(/\W/g, '_'), ...within].join('_');
    const type = new protobuf.Type(name);
    this.#root.add(type);
    const parts = new Map<number, (object: JsonObject) => unknown>();
    // Later: a type that contains itself must know its name first.
    const fill = (): void => {
      for (const [key, field] of schema.fields) {
        const { protobufNumber, protobufWithin = [] } = field;
        if (protobufNumber === undefined || !within.every((n, index) => protobufWithin[index] === n)) continue;
        const inner = protobufWithin[within.length];
        if (inner === undefined) {
          parts.set(protobufNumber, this.#addField(type, protobufNumber, key, field));
        } else if (!parts.has(inner)) {
          const form = this.#messageForm(schema, [...within, inner]);
          type.add(this.#field(inner, form.type));
          parts.set(inner, (object) => form.encode(object));
        }
      }
    };
    const encode = (value: JsonValue | undefined): unknown => {
      if (parts.size === 0) fill();
      const object = isJsonObject(value) ? value : {};
      const entries = [...parts].map(([number, part]) => [`f${number}`, part(object)] as const);
      return Object.fromEntries(entries.filter(([, part]) => part !== undefined));
    };
    return { type: name, encode };
  }

  #addField(type: protobuf.Type, number: number, key: string, field: FieldSchema): (object: JsonObject) => unknown {
    const { value } = field;
    if (value.kind === 'map') {
      const form = this.#valueForm(value.values, field);
      type.add(new protobuf.MapField(`f${number}`, number, 'string', form.type));
      return (object) => {
        const map = ownValue(object, key);
        if (!isJsonObject(map)) return undefined;
        return Object.fromEntries(Object.entries(map).map(([name, item]) => [name, form.encode(item)]));
      };
    }
    if (value.kind === 'list' && field.message === undefined) {
      const form = this.#valueForm(value.items, field);
      type.add(this.#field(number, form.type, 'repeated'));
      return (object) => {
        const list = ownValue(object, key);
        return isJsonArray(list) ? list.map((item) => form.encode(item)) : undefined;
      };
    }
    const form = this.#valueForm(value, field);
    type.add(this.#field(number, form.type));
    // Go writes what is no pointer whether it is set or not.
    return (object) => {
      const given = ownValue(object, key);
      return given === undefined && field.pointer ? undefined : form.encode(given);
    };
  }

  #valueForm(value: ValueSchema, field: FieldSchema): Form {
    if (value.kind === 'object') return this.#objectForm(value);
    if (value.kind === 'list') return this.#stringsForm(field.message ?? 'Strings');
    if (value.kind === 'map') throw new Error('no map of maps is known');
    return this.#scalarForm(value);
  }

  #stringsForm(message: string): Form {
    const name = `${message}Strings`;
    if (this.#root.get(name) === null) {
      this.#root.add(new protobuf.Type(name).add(this.#field(1, 'string', 'repeated')));
    }
    return { type: name, encode: (value) => ({ f1: value ?? [] }) };
  }

  #scalarForm(schema: ScalarSchema): Form {
    const plain: Partial<Record<ScalarKind, unknown>> = { string: '', int32: 0, int64: 0, double: 0, bool: false };
    if (Object.hasOwn(plain, schema.kind)) return { type: schema.kind, encode: (v) => v ?? plain[schema.kind] };
    if (schema.kind === 'bytes') return { type: 'bytes', encode: (v) => Buffer.from(String(v ?? ''), 'base64') };
    return this.#form(schema.name ?? '', () => this.#namedForm(schema));
  }

  #namedForm(schema: ScalarSchema): Form {
    const name = (schema.name ?? '').replace(/.*\./, '');
    if (schema.kind === 'quantity') {
      return { type: this.#define(name, { 1: 'string' }), encode: (value) => ({ f1: value ?? '0' }) };
    }
    if (schema.kind === 'intOrString') {
      return { type: this.#define(name, { 1: 'int64', 2: 'int32', 3: 'string' }), encode: intOrString };
    }
    if (schema.kind === 'time' || schema.kind === 'microTime') {
      return { type: this.#define(name, { 1: 'int64', 2: 'int32' }), encode: timestamp };
    }
    if (name.startsWith('JSONSchemaPropsOr')) return this.#unionForm(name);
    if (name === 'CustomResourceSubresourceStatus') return { type: this.#define(name, {}), encode: () => ({}) };
    const encode = (value: JsonValue | undefined): unknown =>
      value === undefined ? {} : { f1: Buffer.from(JSON.stringify(value)) };
    return { type: this.#define(name, { 1: 'bytes' }), encode };
  }

  #unionForm(name: string): Form {
    const schema = this.#schema.types.get('io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps');
    if (schema?.kind !== 'object') throw new Error('no JSONSchemaProps');
    const props = this.#objectForm(schema);
    const type = new protobuf.Type(name);
    this.#root.add(type);
    const isBool = name.endsWith('Bool');
    type.add(this.#field(1, isBool ? 'bool' : props.type));
    if (isBool) type.add(this.#field(2, props.type));
    else type.add(this.#field(2, name.endsWith('StringArray') ? 'string' : props.type, 'repeated'));
    const encode = (value: JsonValue | undefined): unknown => {
      if (isBool) return typeof value === 'boolean' ? { f1: value } : { f1: true, f2: props.encode(value) };
      if (!isJsonArray(value)) return { f1: props.encode(value) };
      return { f2: value.map((item) => (typeof item === 'string' ? item : props.encode(item))) };
    };
    return { type: name, encode };
  }

  #form(key: string, make: () => Form): Form {
    const known = this.#forms.get(key) ?? make();
    this.#forms.set(key, known);
    return known;
  }
}

function intOrString(value: JsonValue | undefined): unknown {
  return typeof value === 'string' ? { f1: 1, f2: 0, f3: value } : { f1: 0, f2: value ?? 0, f3: '' };
}

function timestamp(value: JsonValue | undefined): unknown {
  if (typeof value !== 'string') return {};
  const [, toSecond = '', micros = '0'] = /^(.*?)(?:\.(\d{6}))?Z$/.exec(value) ?? [];
  return { f1: Date.parse(`${toSecond}Z`) / SECOND, f2: Number(micros) * 1000 };
}
