import type { JsonValue } from './object.ts';

/** What the built-in types look like: a graph of resolved schemas (it has cycles: JSONSchemaProps contains itself). */
export interface Schema {
  /** By full name: `io.k8s.api.core.v1.Pod`. Holds scalars such as Quantity, too. */
  readonly types: ReadonlyMap<string, ObjectSchema | ScalarSchema>;
  /** The type behind an object's `apiVersion` and `kind`; undefined for custom resources. */
  ofKind(apiVersion: string, kind: string): ObjectSchema | undefined;
}

/** What may stand in one place. */
export type ValueSchema = ScalarSchema | ObjectSchema | ListSchema | MapSchema;

/** `any` is JSON of any shape: RawExtension, FieldsV1, the values inside a CRD's schema. `bytes` is base64 text in JSON. */
export type ScalarKind =
  | 'string'
  | 'bytes'
  | 'int32'
  | 'int64'
  | 'double'
  | 'bool'
  | 'quantity'
  | 'intOrString'
  | 'time'
  | 'microTime'
  | 'any';

/** A value without parts, or one whose parts are of no concern (`any`). */
export interface ScalarSchema {
  readonly kind: ScalarKind;
  /** Full name, where the scalar is a named type (Quantity, Time, …). */
  readonly name?: string;
}

/** A list; how its elements merge is a matter of the field. */
export interface ListSchema {
  readonly kind: 'list';
  readonly items: ValueSchema;
}

/** An object with free keys: labels, limits, data. */
export interface MapSchema {
  readonly kind: 'map';
  readonly values: ValueSchema;
}

/** An object with known fields. */
export interface ObjectSchema {
  readonly kind: 'object';
  readonly name: string;
  /** `group/version/Kind`, empty group for core; empty for types that every group has or that only occur inside others. */
  readonly kinds: readonly string[];
  /** Server-side apply owns it as a whole. */
  readonly atomic: boolean;
  readonly fields: ReadonlyMap<string, FieldSchema>;
}

/** A field, with what patches, apply, defaulting and protobuf need to know. */
export interface FieldSchema {
  readonly value: ValueSchema;
  readonly required: boolean;
  /** Whether Go distinguishes "unset" from zero: a zero on the protobuf wire is kept only then. */
  readonly pointer: boolean;
  readonly default?: JsonValue;
  readonly listType?: 'atomic' | 'set' | 'map';
  readonly listMapKeys?: readonly string[];
  readonly mapType?: 'atomic' | 'granular';
  readonly patch?: readonly ('merge' | 'replace' | 'retainKeys')[];
  readonly mergeKey?: string;
  /** Absent where protobuf does not hold the field: apiVersion and kind stand in the envelope. */
  readonly protobufNumber?: number;
  /** The numbers of the messages, outermost first, in which protobuf wraps the field and JSON does not. */
  readonly protobufWithin?: readonly number[];
  /** The wire message, for the few lists of strings that have one of their own. */
  readonly message?: string;
}

interface Table {
  readonly packages: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, TypeRow>>;
}
interface TypeRow {
  readonly kinds?: readonly string[] | 'many';
  readonly atomic?: boolean;
  readonly fields?: Readonly<Record<string, FieldRow>>;
}
type FieldRow = readonly [type: string, number: number | readonly number[], extra?: FieldExtra];
type FieldExtra = Partial<Omit<FieldSchema, 'value' | 'protobufNumber' | 'protobufWithin'>>;

const NAMED_SCALARS: ReadonlyMap<string, ScalarKind> = new Map([
  ['resource.Quantity', 'quantity'],
  ['intstr.IntOrString', 'intOrString'],
  ['meta.v1.Time', 'time'],
  ['meta.v1.MicroTime', 'microTime'],
]);

/** Reads the compact table that `scripts/generate-kubeapi.ts` writes. */
export function decodeSchema(text: string): Schema {
  const table: Table = JSON.parse(text);
  const named = new Map<string, ValueSchema>(
    (['string', 'bytes', 'int32', 'int64', 'double', 'bool'] as const).map((kind) => [kind, { kind }]),
  );
  const types = new Map<string, ObjectSchema | ScalarSchema>();
  const byKind = new Map<string, ObjectSchema>();
  const ofEveryGroup = new Map<string, ObjectSchema>();
  const unfilled: { readonly fields: Map<string, FieldSchema>; readonly rows: NonNullable<TypeRow['fields']> }[] = [];

  for (const [short, row] of Object.entries(table.types)) {
    const name = fullName(table, short);
    const type = row.fields === undefined ? scalar(short, name) : object(name, row, row.fields);
    named.set(short, type);
    types.set(name, type);
  }
  for (const { fields, rows } of unfilled) {
    for (const [name, row] of Object.entries(rows)) fields.set(name, field(row));
  }
  return {
    types,
    ofKind: (apiVersion, kind) =>
      byKind.get(apiVersion.includes('/') ? `${apiVersion}/${kind}` : `/${apiVersion}/${kind}`) ??
      ofEveryGroup.get(kind),
  };

  function scalar(short: string, name: string): ScalarSchema {
    return { kind: NAMED_SCALARS.get(short) ?? 'any', name };
  }

  function object(name: string, row: TypeRow, rows: NonNullable<TypeRow['fields']>): ObjectSchema {
    const fields = new Map<string, FieldSchema>();
    const kinds = row.kinds === undefined || row.kinds === 'many' ? [] : row.kinds;
    const type: ObjectSchema = { kind: 'object', name, kinds, atomic: row.atomic ?? false, fields };
    if (row.kinds === 'many') ofEveryGroup.set(name.slice(name.lastIndexOf('.') + 1), type);
    for (const kind of type.kinds) byKind.set(kind, type);
    unfilled.push({ fields, rows });
    return type;
  }

  function field([type, numbers, extra]: FieldRow): FieldSchema {
    return { required: false, pointer: false, ...extra, value: value(type), ...place(numbers) };
  }

  function value(type: string): ValueSchema {
    if (type.startsWith('[]')) return { kind: 'list', items: value(type.slice(2)) };
    if (type.startsWith('{}')) return { kind: 'map', values: value(type.slice(2)) };
    const found = named.get(type);
    if (found === undefined) throw new Error(`the schema table names a type it does not contain: ${type}`);
    return found;
  }
}

function place(numbers: FieldRow[1]): Pick<FieldSchema, 'protobufNumber' | 'protobufWithin'> {
  if (typeof numbers === 'number') return numbers === 0 ? {} : { protobufNumber: numbers };
  return { protobufNumber: numbers.at(-1) ?? 0, protobufWithin: numbers.slice(0, -1) };
}

function fullName(table: Table, short: string): string {
  const dot = short.lastIndexOf('.');
  return `${table.packages[short.slice(0, dot)]}${short.slice(dot)}`;
}
