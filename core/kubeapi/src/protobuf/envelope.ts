import { ProtobufError } from './protobuf-error.ts';
import { WireReader } from './wire-reader.ts';

/** `k8s` and a zero byte: what every object on the wire begins with. */
const MAGIC: readonly number[] = [0x6b, 0x38, 0x73, 0x00];

/** An object on the wire: what it is, and its own message, still unread. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly raw: Uint8Array;
  /** Empty for protobuf. */
  readonly contentType: string;
}

/** Whether bytes are an enveloped object rather than something else, such as JSON. */
export function isEnvelope(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte);
}

/** Opens the envelope around an object. */
export function readEnvelope(bytes: Uint8Array, depth: number): Envelope {
  if (!isEnvelope(bytes)) {
    throw new ProtobufError('the body does not begin with the bytes 6b 38 73 00 of a Kubernetes protobuf object');
  }
  const reader = new WireReader(bytes.subarray(MAGIC.length), depth);
  let type = { apiVersion: '', kind: '' };
  let raw: Uint8Array = new Uint8Array();
  let contentType = '';
  for (let number = reader.next(); number !== undefined; number = reader.next()) {
    if (number === 1) type = readType(reader.message(), type);
    else if (number === 2) raw = reader.bytes();
    else if (number === 4) contentType = reader.string();
    else reader.skip();
  }
  return { ...type, raw, contentType };
}

function readType(
  reader: WireReader,
  before: { readonly apiVersion: string; readonly kind: string },
): { readonly apiVersion: string; readonly kind: string } {
  let { apiVersion, kind } = before;
  for (let number = reader.next(); number !== undefined; number = reader.next()) {
    if (number === 1) apiVersion = reader.string();
    else if (number === 2) kind = reader.string();
    else reader.skip();
  }
  return { apiVersion, kind };
}
