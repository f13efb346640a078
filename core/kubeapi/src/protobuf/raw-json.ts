import { JsonError } from '../json/json-error.ts';
import { readJson } from '../json/json-reader.ts';
import { isMutableJson, type MutableJson } from './mutable-json.ts';
import { ProtobufError } from './protobuf-error.ts';
import { MAX_DEPTH, type WireReader } from './wire-reader.ts';

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The bytes of a message that holds nothing else: RawExtension, FieldsV1, JSON. */
export function readRawBytes(reader: WireReader): Uint8Array {
  let raw: Uint8Array = new Uint8Array();
  for (let number = reader.next(); number !== undefined; number = reader.next()) {
    if (number === 1) raw = reader.bytes();
    else reader.skip();
  }
  return raw;
}

/** JSON that lies inside a message as text. What JSON.parse would round is refused. */
export function parseRawJson(bytes: Uint8Array, depth: number): MutableJson {
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
