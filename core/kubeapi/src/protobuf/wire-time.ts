import { ProtobufError } from './protobuf-error.ts';
import type { WireReader } from './wire-reader.ts';

/** The first second of year 1: Go's zero time, which is null in JSON. */
const ZERO_SECONDS = -62_135_596_800;
const FIRST_SECOND = Date.parse('0000-01-01T00:00:00Z') / 1000;
const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z') / 1000;

/** A Time in JSON: whole seconds, whatever the wire says; undefined for the zero time. */
export function readTime(reader: WireReader): string | undefined {
  const timestamp = readTimestamp(reader);
  return timestamp && `${timestamp.toSecond}Z`;
}

/** A MicroTime in JSON: always six digits after the second. */
export function readMicroTime(reader: WireReader): string | undefined {
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
