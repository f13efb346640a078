import {
  byKey,
  type EmbeddedFacts,
  type FieldFacts,
  HEADER,
  type KubernetesFacts,
  shortType,
  type TypeFacts,
  type ValueFacts,
} from './facts.ts';

const SCALARS: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['string/byte', 'bytes'],
  ['integer/int32', 'int32'],
  ['integer/int64', 'int64'],
  ['number/double', 'double'],
  ['boolean', 'bool'],
]);

/**
 * The compact field table. A field is `[type, protobuf number, facts?]`, where a list of numbers leads through embedded
 * messages and 0 means none; a type is a scalar, `package.Name`, `[]type` or `{}type` (map from string). `core/kubeapi/src/object/schema.ts` reads it.
 */
export function schemaTable(facts: KubernetesFacts): string {
  const packages = new Map<string, string>();
  const types = byKey(Object.entries(facts.types)).map(([fullName, type]) => {
    const short = shortType(fullName);
    packages.set(short.package, fullName.slice(0, -short.name.length - 1));
    return `${JSON.stringify(`${short.package}.${short.name}`)}:${JSON.stringify(typeRow(type, facts.embedded[fullName] ?? {}))}`;
  });
  const table = `{"packages":${JSON.stringify(Object.fromEntries(byKey(packages)))},"types":{\n${types.join(',\n')}\n}}`;
  if (/`|\$\{/.test(table)) throw new Error('the table cannot stand in a template literal: it contains ` or ${');
  return [
    HEADER,
    "import { decodeSchema, type Schema } from '../object/index.ts';\n\n",
    "export type { FieldSchema, ListSchema, MapSchema, ObjectSchema, ScalarSchema, Schema, ValueSchema } from '../object/index.ts';\n\n",
    '/** The fields of every built-in type. Parses the whole table at each call: call it once and keep the result. */\n',
    'export function loadSchema(): Schema {\n  return decodeSchema(TABLE);\n}\n\n',
    `const TABLE = String.raw\`${table}\`;\n`,
  ].join('');
}

function typeRow(type: TypeFacts, embedded: Readonly<Record<string, EmbeddedFacts>>): unknown {
  const fields = Object.entries(type.fields ?? {}).map(([name, field]) => [name, fieldRow(field, embedded[name])]);
  return {
    kinds: type.gvk,
    atomic: type['map-type'] === 'atomic' ? true : undefined,
    fields: type.fields && Object.fromEntries(fields),
  };
}

function fieldRow(field: FieldFacts, embedded: EmbeddedFacts | undefined): unknown {
  const extra = {
    required: field.required,
    pointer: field.pointer ?? embedded?.pointer,
    default: field.default,
    listType: field['list-type'],
    listMapKeys: field['list-map-keys'],
    mapType: field['map-type'],
    patch: field['patch-strategy']?.split(','),
    mergeKey: field['patch-merge-key'],
    message: namedListMessage(field),
  };
  const [only, ...more] = embedded?.path ?? [field.pb ?? 0];
  const row = [valueText(field), more.length === 0 ? only : [only, ...more]];
  return Object.values(extra).some((value) => value !== undefined) ? [...row, extra] : row;
}

/** A few lists of strings have a message of their own on the wire; everything else follows from the type. */
function namedListMessage(field: FieldFacts): string | undefined {
  const isStrings = field.list?.type === 'string' || field.map?.list?.type === 'string';
  const message = field.pbType?.replace(/^map<string, (.*)>$/, '$1');
  return isStrings && message !== undefined && !message.startsWith('[]') ? message : undefined;
}

function valueText(value: ValueFacts): string {
  if (value.list !== undefined) return `[]${valueText(value.list)}`;
  if (value.map !== undefined) return `{}${valueText(value.map)}`;
  if (value.ref !== undefined) {
    const short = shortType(value.ref);
    return `${short.package}.${short.name}`;
  }
  const key = value.format === undefined ? `${value.type}` : `${value.type}/${value.format}`;
  const scalar = SCALARS.get(key);
  if (scalar === undefined) throw new Error(`a field has no type that is known: ${JSON.stringify(value)}`);
  return scalar;
}
