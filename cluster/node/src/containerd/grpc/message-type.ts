/**
 * Messages of Protocol Buffers as tables: a message type is made of its fields, and each field knows its number. The types of
 * values follow from the table. Fields are optional in both directions; what a message does not have is undefined.
 */
export interface MessageType<T> {
  encode(value: T): Buffer;
  decode(bytes: Buffer): T;
}

/** A field of a message. */
export interface Field<T> {
  readonly number: number;
  /** Appends the field with this value. */
  append(out: Buffer[], value: T): void;
  /** The value after one more occurrence of the field, whose wire value this is. */
  take(found: WireValue, before: T | undefined): T;
}

type WireValue = bigint | Buffer;
type Fields = Readonly<Record<string, Field<unknown>>>;
type Values<F extends Fields> = { readonly [K in keyof F]?: F[K] extends Field<infer T> ? T | undefined : never };

/** What a message of this type has. */
export type MessageOf<M> = M extends MessageType<infer T> ? T : never;

const VARINT = 0;
const FIXED64 = 1;
const DELIMITED = 2;
const FIXED32 = 5;

/** A message with these fields. */
export function message<F extends Fields>(fields: F): MessageType<Values<F>> {
  const named = Object.entries(fields);
  const byNumber = new Map(named.map(([name, field]) => [field.number, { name, field }]));
  return {
    encode: (value) => {
      const given = new Map<string, unknown>(Object.entries(value));
      const out: Buffer[] = [];
      for (const [name, field] of named) {
        const own = given.get(name);
        if (own !== undefined) field.append(out, own);
      }
      return Buffer.concat(out);
    },
    decode: (bytes) => {
      const found = new Map<string, unknown>();
      for (const [number, wire] of readFields(bytes)) {
        const known = byNumber.get(number);
        if (known !== undefined) found.set(known.name, known.field.take(wire, found.get(known.name)));
      }
      const entries: unknown[][] = [...found];
      return Object.fromEntries(entries);
    },
  };
}

/** `string` */
export function text(number: number): Field<string> {
  return {
    number,
    append: (out, value) => appendBytes(out, number, Buffer.from(value)),
    take: (found) => delimited(found).toString(),
  };
}

/** `bytes` */
export function bytes(number: number): Field<Buffer> {
  return {
    number,
    append: (out, value) => appendBytes(out, number, value),
    take: delimited,
  };
}

/** `bool` */
export function flag(number: number): Field<boolean> {
  return {
    number,
    append: (out, value) => appendVarint(out, number, value ? 1 : 0),
    take: (found) => scalar(found) !== 0,
  };
}

/** All integers but sint and fixed ones, and enumerations. What a double cannot hold is rounded. */
export function integer(number: number): Field<number> {
  return {
    number,
    append: (out, value) => appendVarint(out, number, value),
    take: scalar,
  };
}

/** A message in a message. */
export function nested<T>(number: number, type: MessageType<T>): Field<T> {
  return {
    number,
    append: (out, value) => appendBytes(out, number, type.encode(value)),
    take: (found) => type.decode(delimited(found)),
  };
}

/** `repeated`, not packed. */
export function list<T>(field: Field<T>): Field<readonly T[]> {
  return {
    number: field.number,
    append: (out, values) => {
      for (const value of values) field.append(out, value);
    },
    take: (found, before = []) => [...before, field.take(found, undefined)],
  };
}

/** `map<string, string>` */
export function textMap(number: number): Field<Readonly<Record<string, string>>> {
  const entry = message({ key: text(1), value: text(2) });
  return {
    number,
    append: (out, values) => {
      for (const [key, value] of Object.entries(values)) appendBytes(out, number, entry.encode({ key, value }));
    },
    take: (found, before) => {
      const { key = '', value = '' } = entry.decode(delimited(found));
      return { ...before, [key]: value };
    },
  };
}

function appendVarint(out: Buffer[], number: number, value: number): void {
  out.push(varint(number * 8 + VARINT), varint(value));
}

function appendBytes(out: Buffer[], number: number, value: Buffer): void {
  out.push(varint(number * 8 + DELIMITED), varint(value.length), value);
}

function varint(value: number): Buffer {
  let rest = BigInt.asUintN(64, BigInt(value));
  const parts: number[] = [];
  while (rest > 0x7fn) {
    parts.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...parts, Number(rest)]);
}

function delimited(found: WireValue): Buffer {
  return Buffer.isBuffer(found) ? found : Buffer.alloc(0);
}

function scalar(found: WireValue): number {
  return Buffer.isBuffer(found) ? 0 : Number(BigInt.asIntN(64, found));
}

/** The fields of a message in their order. Throws a RangeError where it is cut off. */
function* readFields(encoded: Buffer): Generator<readonly [number, WireValue]> {
  let at = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = encoded.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > encoded.length) throw new RangeError('a message ends too early');
    at += length;
    return encoded.subarray(at - length, at);
  };
  while (at < encoded.length) {
    const tag = Number(readVarint());
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case VARINT:
        yield [number, readVarint()];
        break;
      case DELIMITED:
        yield [number, take(Number(readVarint()))];
        break;
      case FIXED64:
        yield [number, take(8)];
        break;
      case FIXED32:
        yield [number, take(4)];
        break;
      default:
        throw new RangeError(`a field has the unknown wire type ${tag % 8}`);
    }
  }
}
