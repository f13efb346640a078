import {
  JsonError,
  type JsonObject,
  type ObjectSchema,
  readJson,
  type ScalarSchema,
  type Schema,
} from '../object/index.ts';
import { type Envelope, isEnvelope, readEnvelope } from './envelope.ts';
import {
  readSchemaOrBool,
  readSchemaOrList,
  readSchemaOrStrings,
  type SchemaPropsReader,
} from './json-schema-union.ts';
import { MessageReader } from './message-reader.ts';
import { isMutableJson, type MutableJson, type MutableObject } from './mutable-json.ts';
import { ProtobufError } from './protobuf-error.ts';
import { MAX_DEPTH, WireReader } from './wire-reader.ts';
import type { ValueReader, WireScalar } from './wire-scalars.ts';

const APIEXTENSIONS = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1';
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** The type of an object whose envelope does not have one. */
export interface AssumedType {
  readonly apiVersion: string;
  readonly kind: string;
}

const NOTHING_ASSUMED: AssumedType = { apiVersion: '', kind: '' };

/**
 * Reads `application/vnd.kubernetes.protobuf` into the JSON that Kubernetes would have written for the same object.
 * Costs a table of layouts that fills up with use: make one and keep it.
 */
export class ProtobufDecoder {
  readonly #schema: Schema;
  readonly #messages: MessageReader;
  readonly #anyReaders: ReadonlyMap<string, ValueReader>;

  constructor(schema: Schema) {
    this.#schema = schema;
    this.#messages = new MessageReader((type) => this.#anyScalar(type));
    this.#anyReaders = new Map<string, ValueReader>([
      ['io.k8s.apimachinery.pkg.runtime.RawExtension', (reader) => this.#readExtension(reader.message())],
      [`${META}.FieldsV1`, (reader) => readAnyJson(reader.message())],
      [`${META}.Patch`, readEmpty],
      [`${APIEXTENSIONS}.JSON`, (reader) => readAnyJson(reader.message())],
      [`${APIEXTENSIONS}.JSONSchemaPropsOrArray`, (reader) => readSchemaOrList(reader.message(), this.#readProps)],
      [`${APIEXTENSIONS}.JSONSchemaPropsOrBool`, (reader) => readSchemaOrBool(reader.message(), this.#readProps)],
      [
        `${APIEXTENSIONS}.JSONSchemaPropsOrStringArray`,
        (reader) => readSchemaOrStrings(reader.message(), this.#readProps),
      ],
      [`${APIEXTENSIONS}.CustomResourceSubresourceStatus`, readEmpty],
    ]);
  }

  /**
   * The object in an envelope; a type that the envelope does not have is taken from `assumed`. Throws
   * ProtobufError for everything that is not one of a built-in kind.
   */
  decode(bytes: Uint8Array, assumed: AssumedType = NOTHING_ASSUMED): JsonObject {
    const { apiVersion, kind, ...rest } = readEnvelope(bytes, 0);
    const type = { apiVersion: apiVersion || assumed.apiVersion, kind: kind || assumed.kind };
    return this.#readEnveloped({ ...type, ...rest }, 0);
  }

  #readEnveloped({ apiVersion, kind, raw }: Envelope, depth: number): MutableObject {
    const type = this.#schema.ofKind(apiVersion, kind);
    if (type === undefined) {
      throw new ProtobufError(`no kind "${kind}" is registered for version "${apiVersion}"`, 'UNKNOWN_PROTOBUF_KIND');
    }
    const reader = new WireReader(raw, depth);
    return this.#messages.read(type, reader, { apiVersion, kind });
  }

  #anyScalar({ name = '' }: ScalarSchema): WireScalar {
    const read = this.#anyReaders.get(name);
    if (read === undefined) throw new Error(`protobuf has no form for the type ${name}`);
    return { read, zero: undefined };
  }

  /** JSON as text, or another object in an envelope of its own. */
  #readExtension(reader: WireReader): MutableJson | undefined {
    const raw = readRawBytes(reader);
    if (raw.length === 0) return undefined;
    if (!isEnvelope(raw)) return parseRawJson(raw, reader.depth);
    const envelope = readEnvelope(raw, reader.depth + 1);
    if (envelope.contentType === 'application/json') return parseRawJson(envelope.raw, reader.depth + 1);
    return this.#readEnveloped(envelope, reader.depth + 1);
  }

  readonly #readProps: SchemaPropsReader = (reader) =>
    this.#messages.read(this.#objectType(`${APIEXTENSIONS}.JSONSchemaProps`), reader.message());

  #objectType(name: string): ObjectSchema {
    const type = this.#schema.types.get(name);
    if (type?.kind !== 'object') throw new Error(`the schema has no object type ${name}`);
    return type;
  }
}

function readAnyJson(reader: WireReader): MutableJson | undefined {
  const raw = readRawBytes(reader);
  return raw.length === 0 ? undefined : parseRawJson(raw, reader.depth);
}

function readEmpty(reader: WireReader): MutableJson {
  const message = reader.message();
  for (let number = message.next(); number !== undefined; number = message.next()) message.skip();
  return {};
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The bytes of a message that holds nothing else: RawExtension, FieldsV1, JSON. */
function readRawBytes(reader: WireReader): Uint8Array {
  let raw: Uint8Array = new Uint8Array();
  for (let number = reader.next(); number !== undefined; number = reader.next()) {
    if (number === 1) raw = reader.bytes();
    else reader.skip();
  }
  return raw;
}

/** JSON that lies inside a message as text. What JSON.parse would round is refused. */
function parseRawJson(bytes: Uint8Array, depth: number): MutableJson {
  const { value, inexact } = parse(bytes, depth);
  if (inexact.length > 0) {
    throw new ProtobufError('embedded JSON has an integer too large to be kept exactly', 'INEXACT_PROTOBUF_INTEGER');
  }
  return isMutableJson(value) ? value : null;
}

function parse(bytes: Uint8Array, depth: number): ReturnType<typeof readJson> {
  try {
    return readJson(UTF8.decode(bytes), MAX_DEPTH - depth);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const code = error.code === 'JSON_TOO_DEEP' ? 'PROTOBUF_TOO_DEEP' : 'INVALID_PROTOBUF';
    throw new ProtobufError(`embedded JSON: ${error.message}`, code);
  }
}
