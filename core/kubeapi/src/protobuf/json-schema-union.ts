import type { MutableJson } from './mutable-json.ts';
import type { WireReader } from './wire-reader.ts';

/** Reads a JSONSchemaProps. */
export type SchemaPropsReader = (reader: WireReader) => MutableJson;

/** A schema, or a list of schemas. */
export function readSchemaOrList(reader: WireReader, readProps: SchemaPropsReader): MutableJson {
  let schema: MutableJson = null;
  const list: MutableJson[] = [];
  for (let number = reader.next(); number !== undefined; number = reader.next()) {
    if (number === 1) schema = readProps(reader);
    else if (number === 2) list.push(readProps(reader));
    else reader.skip();
  }
  return list.length > 0 ? list : schema;
}

/** A schema, or whether anything at all is allowed. */
export function readSchemaOrBool(reader: WireReader, readProps: SchemaPropsReader): MutableJson {
  let schema: MutableJson | undefined;
  let allows = false;
  for (let number = reader.next(); number !== undefined; number = reader.next()) {
    if (number === 1) allows = reader.bool();
    else if (number === 2) schema = readProps(reader);
    else reader.skip();
  }
  return schema ?? allows;
}

/** A schema, or the names of other properties. */
export function readSchemaOrStrings(reader: WireReader, readProps: SchemaPropsReader): MutableJson {
  let schema: MutableJson = null;
  const strings: string[] = [];
  for (let number = reader.next(); number !== undefined; number = reader.next()) {
    if (number === 1) schema = readProps(reader);
    else if (number === 2) strings.push(reader.string());
    else reader.skip();
  }
  return strings.length > 0 ? strings : schema;
}
