import { isIPv4 } from 'node:net';

/** Numbers of record types on the wire. */
export const RECORD_TYPE = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  OPT: 41,
  ANY: 255,
} as const;

export const RCODE = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5, BADVERS: 16 } as const;

export const CLASS_IN = 1;
export const CLASS_ANY = 255;
export const MAX_MESSAGE = 65_535;
/** What a client without EDNS takes over UDP. */
export const MIN_UDP_SIZE = 512;

const HEADER_SIZE = 12;
const MAX_NAME = 255;
const MAX_LABEL = 63;
const POINTER = 0xc0;
const OPT_SIZE = 11;

export interface DnsQuestion {
  /** Without a dot at the end, in the case it came with. A dot or backslash within a label has a backslash before it. */
  readonly name: string;
  readonly type: number;
  readonly class: number;
}

interface RecordHead {
  readonly name: string;
  readonly ttl: number;
}

export interface SrvTarget {
  readonly priority: number;
  readonly weight: number;
  readonly port: number;
  readonly target: string;
}

export interface SoaData {
  readonly primary: string;
  readonly mailbox: string;
  readonly serial: number;
  readonly refresh: number;
  readonly retry: number;
  readonly expire: number;
  /** For how long a negative response may be kept. */
  readonly minimum: number;
}

export type DnsRecord = RecordHead &
  (
    | { readonly type: 'A'; readonly address: string }
    | { readonly type: 'CNAME' | 'PTR' | 'NS'; readonly target: string }
    | ({ readonly type: 'SRV' } & SrvTarget)
    | ({ readonly type: 'SOA' } & SoaData)
    /** Any other type, or any class but IN, as it is on the wire. */
    | { readonly type: 'OTHER'; readonly code: number; readonly class: number; readonly data: Buffer }
  );

/** Extension mechanisms for DNS, version 0. */
export interface Edns {
  readonly udpSize: number;
  readonly version: number;
  readonly dnssecOk: boolean;
}

export interface DnsMessage {
  readonly id: number;
  readonly response: boolean;
  readonly opcode: number;
  readonly authoritative: boolean;
  readonly truncated: boolean;
  readonly recursionDesired: boolean;
  readonly recursionAvailable: boolean;
  /** Above 15 only together with `edns`. */
  readonly rcode: number;
  readonly questions: readonly DnsQuestion[];
  readonly answers: readonly DnsRecord[];
  readonly authorities: readonly DnsRecord[];
  readonly additionals: readonly DnsRecord[];
  readonly edns?: Edns | undefined;
}

/** Undefined for bytes that are no DNS message. Never throws; takes time in proportion to the length. */
export function decodeMessage(bytes: Buffer): DnsMessage | undefined {
  if (bytes.length < HEADER_SIZE || bytes.length > MAX_MESSAGE) return undefined;
  try {
    return new Decoder(bytes).message();
  } catch (error) {
    if (error instanceof MalformedMessage) return undefined;
    throw error;
  }
}

class MalformedMessage extends Error {}

class Decoder {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  message(): DnsMessage {
    const id = this.#uint16();
    const flags = this.#uint16();
    const [questionCount, answerCount, authorityCount, additionalCount] = [
      this.#uint16(),
      this.#uint16(),
      this.#uint16(),
      this.#uint16(),
    ];
    const questions: DnsQuestion[] = [];
    for (let count = 0; count < questionCount; count += 1) {
      questions.push({ name: this.#name(), type: this.#uint16(), class: this.#uint16() });
    }
    const answers = this.#records(answerCount);
    const authorities = this.#records(authorityCount);
    const options: OptRecord[] = [];
    const additionals = this.#records(additionalCount, options);
    const [opt] = options;
    if (options.length > 1) throw new MalformedMessage('more than one OPT record');
    return {
      id,
      response: (flags & 0x8000) !== 0,
      opcode: (flags >> 11) & 15,
      authoritative: (flags & 0x0400) !== 0,
      truncated: (flags & 0x0200) !== 0,
      recursionDesired: (flags & 0x0100) !== 0,
      recursionAvailable: (flags & 0x0080) !== 0,
      rcode: (flags & 15) | ((opt?.extendedRcode ?? 0) << 4),
      questions,
      answers,
      authorities,
      additionals,
      ...(opt === undefined ? {} : { edns: opt.edns }),
    };
  }

  #records(count: number, options?: OptRecord[]): readonly DnsRecord[] {
    const records: DnsRecord[] = [];
    for (let index = 0; index < count; index += 1) {
      const name = this.#name();
      const code = this.#uint16();
      const recordClass = this.#uint16();
      const ttl = this.#uint32();
      const length = this.#uint16();
      const end = this.#offset + length;
      if (end > this.#bytes.length) throw new MalformedMessage('record data beyond the end');
      if (code === RECORD_TYPE.OPT) {
        if (options === undefined || name !== '') throw new MalformedMessage('misplaced OPT record');
        const edns = { udpSize: recordClass, version: (ttl >> 16) & 255, dnssecOk: (ttl & 0x8000) !== 0 };
        options.push({ extendedRcode: ttl >>> 24, edns });
        this.#offset = end;
        continue;
      }
      records.push(this.#record({ name, ttl }, code, recordClass, length));
      if (this.#offset !== end) throw new MalformedMessage('record data of the wrong length');
    }
    return records;
  }

  #record(head: RecordHead, code: number, recordClass: number, length: number): DnsRecord {
    if (recordClass === CLASS_IN) {
      switch (code) {
        case RECORD_TYPE.A:
          if (length !== 4) break;
          this.#offset += 4;
          return { ...head, type: 'A', address: this.#bytes.subarray(this.#offset - 4, this.#offset).join('.') };
        case RECORD_TYPE.CNAME:
          return { ...head, type: 'CNAME', target: this.#name() };
        case RECORD_TYPE.PTR:
          return { ...head, type: 'PTR', target: this.#name() };
        case RECORD_TYPE.NS:
          return { ...head, type: 'NS', target: this.#name() };
        case RECORD_TYPE.SRV:
          return {
            ...head,
            type: 'SRV',
            priority: this.#uint16(),
            weight: this.#uint16(),
            port: this.#uint16(),
            target: this.#name(),
          };
        case RECORD_TYPE.SOA:
          return {
            ...head,
            type: 'SOA',
            primary: this.#name(),
            mailbox: this.#name(),
            serial: this.#uint32(),
            refresh: this.#uint32(),
            retry: this.#uint32(),
            expire: this.#uint32(),
            minimum: this.#uint32(),
          };
      }
    }
    const data = Buffer.from(this.#bytes.subarray(this.#offset, this.#offset + length));
    this.#offset += length;
    return { ...head, type: 'OTHER', code, class: recordClass, data };
  }

  /** A pointer only leads to before where the name began, and the next one to before that: there are no loops. */
  #name(): string {
    const bytes = this.#bytes;
    let name = '';
    let at = this.#offset;
    let limit = at;
    let length = 1;
    let next: number | undefined;
    for (;;) {
      const size = bytes[at];
      if (size === undefined) throw new MalformedMessage('name beyond the end');
      if (size === 0) {
        this.#offset = next ?? at + 1;
        return name;
      }
      if (size >= POINTER) {
        const low = bytes[at + 1];
        if (low === undefined) throw new MalformedMessage('pointer beyond the end');
        const target = ((size & 0x3f) << 8) | low;
        if (target >= limit) throw new MalformedMessage('pointer that does not lead back');
        next ??= at + 2;
        at = target;
        limit = target;
        continue;
      }
      length += size + 1;
      if (size > MAX_LABEL || length > MAX_NAME || at + 1 + size > bytes.length) {
        throw new MalformedMessage('label too long');
      }
      const label = escapeLabel(bytes.toString('latin1', at + 1, at + 1 + size));
      name = name === '' ? label : `${name}.${label}`;
      at += size + 1;
    }
  }

  #uint16(): number {
    const at = this.#offset;
    const [high, low] = [this.#bytes[at], this.#bytes[at + 1]];
    if (high === undefined || low === undefined) throw new MalformedMessage('number beyond the end');
    this.#offset = at + 2;
    return (high << 8) | low;
  }

  #uint32(): number {
    return this.#uint16() * 0x10000 + this.#uint16();
  }
}

interface OptRecord {
  readonly extendedRcode: number;
  readonly edns: Edns;
}

function escapeLabel(label: string): string {
  return label.includes('.') || label.includes('\\') ? label.replace(/[.\\]/g, '\\$&') : label;
}

/**
 * The message in at most `limit` bytes. What does not fit is left out from the end; the message is marked as truncated when
 * that concerns answers or authorities. Throws a RangeError for names and addresses that cannot be encoded.
 */
export function encodeMessage(message: DnsMessage, limit: number = MAX_MESSAGE): Buffer {
  return new Encoder(limit).message(message);
}

class Encoder {
  readonly #bytes: Buffer;
  /** Where names, or their ends, are already. */
  readonly #places = new Map<string, number>();
  #offset = HEADER_SIZE;
  #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#bytes = Buffer.allocUnsafe(limit);
  }

  message(message: DnsMessage): Buffer {
    const bytes = this.#bytes;
    const { edns } = message;
    // The OPT record comes last and is never left out.
    if (edns !== undefined) this.#limit -= OPT_SIZE;
    for (const { name, type, class: questionClass } of message.questions) {
      this.#name(name);
      this.#room(4);
      this.#uint16(type);
      this.#uint16(questionClass);
    }
    const answers = this.#records(message.answers);
    const complete = answers === message.answers.length;
    const authorities = complete ? this.#records(message.authorities) : 0;
    const truncated = message.truncated || !complete || authorities < message.authorities.length;
    const additionals = truncated ? 0 : this.#records(message.additionals);
    if (edns !== undefined) {
      this.#limit += OPT_SIZE;
      this.#offset = bytes.writeUInt8(0, this.#offset);
      this.#uint16(RECORD_TYPE.OPT);
      this.#uint16(edns.udpSize);
      this.#uint32((message.rcode >> 4) * 0x1000000 + edns.version * 0x10000 + (edns.dnssecOk ? 0x8000 : 0));
      this.#uint16(0);
    }
    const end = this.#offset;
    this.#offset = 0;
    this.#uint16(message.id);
    this.#uint16(
      (message.response ? 0x8000 : 0) |
        (message.opcode << 11) |
        (message.authoritative ? 0x0400 : 0) |
        (truncated ? 0x0200 : 0) |
        (message.recursionDesired ? 0x0100 : 0) |
        (message.recursionAvailable ? 0x0080 : 0) |
        (message.rcode & 15),
    );
    this.#uint16(message.questions.length);
    this.#uint16(answers);
    this.#uint16(authorities);
    this.#uint16(additionals + (edns === undefined ? 0 : 1));
    return bytes.subarray(0, end);
  }

  /** How many of them fit. */
  #records(records: readonly DnsRecord[]): number {
    let count = 0;
    for (const record of records) {
      const start = this.#offset;
      if (!this.#record(record)) {
        this.#offset = start;
        return count;
      }
      count += 1;
    }
    return count;
  }

  #record(record: DnsRecord): boolean {
    try {
      this.#name(record.name);
      this.#room(10);
      this.#uint16(record.type === 'OTHER' ? record.code : RECORD_TYPE[record.type]);
      this.#uint16(record.type === 'OTHER' ? record.class : CLASS_IN);
      this.#uint32(record.ttl);
      const lengthAt = this.#offset;
      this.#offset += 2;
      this.#data(record);
      this.#bytes.writeUInt16BE(this.#offset - lengthAt - 2, lengthAt);
      return true;
    } catch (error) {
      if (error instanceof NoRoom) return false;
      throw error;
    }
  }

  #data(record: DnsRecord): void {
    switch (record.type) {
      case 'A': {
        if (!isIPv4(record.address)) throw new RangeError(`not an IPv4 address: ${record.address}`);
        this.#room(4);
        for (const octet of record.address.split('.'))
          this.#offset = this.#bytes.writeUInt8(Number(octet), this.#offset);
        return;
      }
      case 'CNAME':
      case 'PTR':
      case 'NS':
        this.#name(record.target);
        return;
      case 'SRV':
        this.#room(6);
        this.#uint16(record.priority);
        this.#uint16(record.weight);
        this.#uint16(record.port);
        // RFC 2782: the target is not compressed.
        this.#name(record.target, false);
        return;
      case 'SOA':
        this.#name(record.primary);
        this.#name(record.mailbox);
        this.#room(20);
        for (const number of [record.serial, record.refresh, record.retry, record.expire, record.minimum]) {
          this.#uint32(number);
        }
        return;
      case 'OTHER':
        this.#room(record.data.length);
        this.#offset += record.data.copy(this.#bytes, this.#offset);
        return;
    }
  }

  #name(name: string, compress = true): void {
    let rest = name;
    let length = 1;
    while (rest !== '') {
      const place = compress ? this.#places.get(rest) : undefined;
      if (place !== undefined) {
        this.#room(2);
        this.#uint16((POINTER << 8) | place);
        return;
      }
      const end = labelEnd(rest);
      const label = end === rest.length ? rest : rest.slice(0, end);
      const bytes = label.includes('\\') ? label.replace(/\\(.)/gs, '$1') : label;
      length += bytes.length + 1;
      if (bytes === '' || bytes.length > MAX_LABEL || length > MAX_NAME)
        throw new RangeError(`not a domain name: ${name}`);
      this.#room(bytes.length + 1);
      // A place that is given up again with its record is never referred to: the records end there.
      if (this.#offset < 0x4000 && !this.#places.has(rest)) this.#places.set(rest, this.#offset);
      this.#offset = this.#bytes.writeUInt8(bytes.length, this.#offset);
      this.#offset += this.#bytes.write(bytes, this.#offset, 'latin1');
      rest = end === rest.length ? '' : rest.slice(end + 1);
    }
    this.#room(1);
    this.#offset = this.#bytes.writeUInt8(0, this.#offset);
  }

  #room(size: number): void {
    if (this.#offset + size > this.#limit) throw new NoRoom('the message is full');
  }

  #uint16(value: number): void {
    const at = this.#offset;
    this.#bytes[at] = value >> 8;
    this.#bytes[at + 1] = value & 255;
    this.#offset = at + 2;
  }

  #uint32(value: number): void {
    this.#offset = this.#bytes.writeUInt32BE(value >>> 0, this.#offset);
  }
}

class NoRoom extends RangeError {}

/** Where the first label ends: at a dot that has no backslash before it, or at the end. */
function labelEnd(name: string): number {
  let end = name.indexOf('.');
  if (!name.includes('\\')) return end === -1 ? name.length : end;
  for (end = 0; end < name.length && name[end] !== '.'; end += 1) {
    if (name[end] === '\\') end += 1;
  }
  return Math.min(end, name.length);
}
