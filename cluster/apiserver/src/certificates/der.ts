/** A value in DER, the encoding of certificates: tag, length, content. */
export type Der = Buffer;

const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8String: 0x0c,
  generalizedTime: 0x18,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const;

/** A value with any tag. */
export function tagged(tag: number, ...content: readonly Uint8Array[]): Der {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(body.length)]), body]);
}

export const sequence = (...parts: readonly Der[]): Der => tagged(TAGS.sequence, ...parts);
export const set = (...parts: readonly Der[]): Der => tagged(TAGS.set, ...parts);
export const octetString = (bytes: Uint8Array): Der => tagged(TAGS.octetString, bytes);
export const utf8String = (text: string): Der => tagged(TAGS.utf8String, Buffer.from(text));
export const TRUE: Der = tagged(TAGS.boolean, Buffer.from([0xff]));

/** A whole number of 0 or more, given by its bytes. */
export function integer(bytes: Uint8Array): Der {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.from([0]) : bytes.subarray(first);
  // The first bit is the sign.
  return tagged(TAGS.integer, ...((digits[0] ?? 0) >= 0x80 ? [Buffer.from([0])] : []), digits);
}

/** Bits, of which the last byte leaves some unused. */
export function bitString(bytes: Uint8Array, unused = 0): Der {
  return tagged(TAGS.bitString, Buffer.from([unused]), bytes);
}

/** An object id as it is written: `2.5.29.17`. */
export function objectId(text: string): Der {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return tagged(TAGS.objectId, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** A time in seconds. Certificates require UTCTime while the year fits into it. */
export function time(ms: number): Der {
  const [text = ''] = new Date(ms).toISOString().replace(/[-:T]/g, '').split('.');
  return Number(text.slice(0, 4)) < 2050
    ? tagged(TAGS.utcTime, Buffer.from(`${text.slice(2)}Z`))
    : tagged(TAGS.generalizedTime, Buffer.from(`${text}Z`));
}

/** The values inside a value, each with its tag and length. */
export function parts(der: Der): readonly Der[] {
  const { begin, end } = contentRange(der);
  const found: Der[] = [];
  for (let at = begin; at < end; ) {
    const size = contentRange(der.subarray(at)).end;
    found.push(der.subarray(at, at + size));
    at += size;
  }
  return found;
}

/** What is inside a value, without its tag and length. */
export function content(der: Der): Buffer {
  const { begin, end } = contentRange(der);
  return der.subarray(begin, end);
}

function contentRange(der: Der): { readonly begin: number; readonly end: number } {
  const short = der[1] ?? 0;
  if (short < 0x80) return { begin: 2, end: 2 + short };
  const bytes = short & 0x7f;
  return { begin: 2 + bytes, end: 2 + bytes + der.readUIntBE(2, bytes) };
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes = bigEndian(length, 256);
  return [0x80 | bytes.length, ...bytes];
}

function base128(value: number): readonly number[] {
  const digits = bigEndian(value, 128);
  return digits.map((digit, index) => (index === digits.length - 1 ? digit : digit | 0x80));
}

function bigEndian(value: number, base: number): readonly number[] {
  return value < base ? [value] : [...bigEndian(Math.floor(value / base), base), value % base];
}
