import type { ScalarKind } from '../object/index.ts';
import type { MutableJson } from './mutable-json.ts';
import { ProtobufError } from './protobuf-error.ts';
import type { WireReader } from './wire-reader.ts';

/** The first second of year 1: Go's zero time, which is null in JSON. */
const ZERO_SECONDS = -62_135_596_800;
const FIRST_SECOND = Date.parse('0000-01-01T00:00:00Z') / 1000;
const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z') / 1000;

/** A Time in JSON: whole seconds, whatever precision the wire has; undefined for the zero time. */
function readTime(reader: WireReader): string | undefined {
  const timestamp = readTimestamp(reader);
  return timestamp && `${timestamp.toSecond}Z`;
}

/** A MicroTime in JSON: always six digits after the second. */
function readMicroTime(reader: WireReader): string | undefined {
  const timestamp = readTimestamp(reader);
  return timestamp && `${timestamp.toSecond}.${String(Math.trunc(timestamp.nanos / 1000)).padStart(6, '0')}Z`;
}

function readTimestamp(field: WireReader): { readonly toSecond: string; readonly nanos: number } | undefined {
  const reader = field.message();
  // The zero time is an empty message; 1970 is one with a zero in it.
  if (reader.done) return undefined;
  let seconds = 0;
  let nanos = 0;
  for (let number = reader.next(); number !== undefined; number = reader.next()) {
    if (number === 1) seconds = reader.int64();
    else if (number === 2) nanos = reader.int32();
    else reader.skip();
  }
  if (seconds === ZERO_SECONDS && nanos === 0) return undefined;
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND || nanos < 0 || nanos >= 1e9) {
    throw new ProtobufError(`${seconds} s and ${nanos} ns is no time between the years 0 and 9999`);
  }
  return { toSecond: new Date(seconds * 1000).toISOString().slice(0, 19), nanos };
}

/** Takes the value of a reader's field; undefined for what is null in JSON. */
export type ValueReader = (reader: WireReader) => MutableJson | undefined;

/** How one kind of scalar stands on the wire. */
export interface WireScalar {
  readonly read: ValueReader;
  /** What a field has that was never set; undefined where JSON has nothing for it. */
  readonly zero: string | number | boolean | undefined;
  /** Whether several may stand together in one field of a list. */
  readonly packable?: true;
}

/** Every kind of scalar but `any`, whose form depends on its name. */
export const WIRE_SCALARS: Readonly<Record<Exclude<ScalarKind, 'any'>, WireScalar>> = {
  string: { read: (reader) => reader.string(), zero: '' },
  bytes: { read: (reader) => base64(reader.bytes()), zero: '' },
  int32: { read: (reader) => reader.int32(), zero: 0, packable: true },
  int64: { read: (reader) => reader.int64(), zero: 0, packable: true },
  double: { read: (reader) => reader.double(), zero: 0 },
  bool: { read: (reader) => reader.bool(), zero: false, packable: true },
  quantity: { read: readQuantity, zero: '0' },
  intOrString: { read: readIntOrString, zero: 0 },
  time: { read: readTime, zero: undefined },
  microTime: { read: readMicroTime, zero: undefined },
};

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function readQuantity(field: WireReader): string {
  const reader = field.message();
  let text = '0';
  for (let number = reader.next(); number !== undefined; number = reader.next()) {
    if (number === 1) text = reader.string();
    else reader.skip();
  }
  return text;
}

function readIntOrString(field: WireReader): number | string {
  const reader = field.message();
  let type = 0;
  let int = 0;
  let text = '';
  for (let number = reader.next(); number !== undefined; number = reader.next()) {
    if (number === 1) type = reader.int64();
    else if (number === 2) int = reader.int32();
    else if (number === 3) text = reader.string();
    else reader.skip();
  }
  if (type !== 0 && type !== 1) throw new ProtobufError(`an IntOrString is of type 0 or 1, not ${type}`);
  return type === 0 ? int : text;
}
