import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLASS_IN, type DnsMessage, type DnsRecord, decodeMessage, encodeMessage, RECORD_TYPE } from './dns-message.ts';
import { DnsResponder } from './dns-responder.ts';
import { DnsZone } from './dns-zone.ts';

const label = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/),
  // Any bytes, dots and backslashes included, in the form that names have in messages.
  fc
    .uint8Array({ minLength: 1, maxLength: 8 })
    .map((bytes) => Buffer.from(bytes).toString('latin1').replace(/[.\\]/g, '\\$&')),
);
const name = fc.array(label, { maxLength: 5 }).map((labels) => labels.join('.'));
const uint16 = fc.integer({ min: 0, max: 0xffff });
const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const KNOWN: readonly number[] = Object.values(RECORD_TYPE);
const head = { name, ttl: uint32 };
const target = fc.record({
  ...head,
  type: fc.constantFrom('CNAME' as const, 'PTR' as const, 'NS' as const),
  target: name,
});
const record: fc.Arbitrary<DnsRecord> = fc.oneof(
  fc.record({ ...head, type: fc.constant('A' as const), address: fc.ipV4() }),
  target,
  fc.record({
    ...head,
    type: fc.constant('SRV' as const),
    priority: uint16,
    weight: uint16,
    port: uint16,
    target: name,
  }),
  fc.record({
    ...head,
    type: fc.constant('SOA' as const),
    primary: name,
    mailbox: name,
    serial: uint32,
    refresh: uint32,
    retry: uint32,
    expire: uint32,
    minimum: uint32,
  }),
  fc.record({
    ...head,
    type: fc.constant('OTHER' as const),
    code: uint16.filter((code) => !KNOWN.includes(code)),
    class: uint16,
    data: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  }),
);
const records = fc.array(record, { maxLength: 6 });
const edns = fc.record({ udpSize: uint16, version: fc.integer({ min: 0, max: 255 }), dnssecOk: fc.boolean() });
const message: fc.Arbitrary<DnsMessage> = fc
  .record({
    id: uint16,
    response: fc.boolean(),
    opcode: fc.integer({ min: 0, max: 15 }),
    authoritative: fc.boolean(),
    truncated: fc.boolean(),
    recursionDesired: fc.boolean(),
    recursionAvailable: fc.boolean(),
    rcode: fc.integer({ min: 0, max: 15 }),
    questions: fc.array(fc.record({ name, type: uint16, class: uint16 }), { maxLength: 2 }),
    answers: records,
    authorities: records,
    additionals: records,
  })
  .chain((base) =>
    fc.oneof(
      fc.constant(base),
      fc
        .tuple(edns, fc.integer({ min: 0, max: 4095 }))
        .map(([extension, rcode]) => ({ ...base, rcode, edns: extension })),
    ),
  )
  // A truncated message has no additional records.
  .map((drawn) => (drawn.truncated ? { ...drawn, additionals: [] } : drawn));

describe('whatever the message', () => {
  test('decoding gives what was encoded', () => {
    fc.assert(
      fc.property(message, (drawn) => {
        expect(decodeMessage(encodeMessage(drawn))).toEqual(drawn);
      }),
    );
  });

  test('within any limit it stays a message of that size, with the first records, truncated when some are missing', () => {
    fc.assert(
      fc.property(message, fc.integer({ min: 300, max: 700 }), (drawn, limit) => {
        const questions = drawn.questions.slice(0, 1);
        const bytes = encodeMessage({ ...drawn, questions }, limit);
        expect(bytes.length).toBeLessThanOrEqual(limit);
        const read = decodeMessage(bytes);
        expect(read?.answers).toEqual(drawn.answers.slice(0, read?.answers.length));
        const missing =
          (read?.answers.length ?? 0) < drawn.answers.length ||
          (read?.authorities.length ?? 0) < drawn.authorities.length;
        expect(read?.truncated).toBe(drawn.truncated || missing);
        expect(read?.edns).toEqual(drawn.edns);
      }),
    );
  });
});

describe('whatever the bytes', () => {
  const zone = new DnsZone();
  const responder = new DnsResponder({ zone });

  function respond(bytes: Buffer): void {
    for (const transport of ['udp', 'tcp'] as const) {
      const response = responder.respond(bytes, transport, '10.244.0.5');
      if (response === undefined) {
        expect(bytes.length < 12 || ((bytes[2] ?? 0) & 0x80) !== 0).toBe(true);
        continue;
      }
      if (response instanceof Promise) throw new Error('nothing is forwarded without a forwarder');
      expect(response.length).toBeLessThanOrEqual(1_232);
      const read = decodeMessage(response);
      expect(read).toMatchObject({ id: bytes.readUInt16BE(0), response: true });
      // Never an amplifier: at most the question, an SOA and an OPT record come back when nothing was found.
      if (read?.answers.length === 0) expect(response.length).toBeLessThanOrEqual(bytes.length + 110);
    }
  }

  test('random ones never throw, and are answered once or not at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => respond(Buffer.from(bytes))),
      { numRuns: 1_000 },
    );
  });

  test('queries with bytes changed or cut off never throw', () => {
    const damaged = fc.tuple(
      message.map((drawn) => encodeMessage({ ...drawn, response: false, opcode: 0 })),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
      fc.nat(),
    );
    fc.assert(
      fc.property(damaged, ([bytes, changes, cut]) => {
        const copy = Buffer.from(bytes);
        for (const [at, value] of changes) copy[at % copy.length] = value;
        copy[2] = (copy[2] ?? 0) & 0x7f;
        const short = copy.subarray(0, 12 + (cut % (copy.length - 11)));
        decodeMessage(short);
        respond(short);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('names on the wire', () => {
  const header = Buffer.from('1234010000010000000000000'.slice(0, 24), 'hex');
  const query = (hex: string): Buffer => Buffer.concat([header, Buffer.from(hex, 'hex')]);

  test.each([
    ['a pointer to itself', 'c00c00010001'],
    ['two pointers to each other', 'c00ec00c00010001'],
    ['a pointer forward', 'c0100001000103777777 00'.replace(' ', '')],
    ['a pointer beyond the end', 'ffff00010001'],
    ['a label of the reserved kinds', '4061000001000 1'.replace(' ', '')],
    ['a label that ends early', '0561620001'],
    ['no end', '0161'],
  ])('%s is refused', (_, hex) => {
    expect(decodeMessage(query(hex))).toBeUndefined();
  });

  test('a name of more than 255 bytes is refused, of 255 not', () => {
    const labels = (last: number): string =>
      `${`3f${'61'.repeat(63)}`.repeat(3)}${last.toString(16).padStart(2, '0')}${'61'.repeat(last)}00`;
    expect(decodeMessage(query(`${labels(61)}00010001`))?.questions[0]?.name).toHaveLength(253);
    expect(decodeMessage(query(`${labels(62)}00010001`))).toBeUndefined();
  });

  test('names that repeat are written once', () => {
    const answers: DnsRecord[] = Array.from({ length: 20 }, (_, index) => ({
      type: 'A',
      name: 'web.shop.svc.cluster.local',
      ttl: 5,
      address: `10.244.0.${index}`,
    }));
    const bytes = encodeMessage({
      id: 1,
      response: true,
      opcode: 0,
      authoritative: true,
      truncated: false,
      recursionDesired: true,
      recursionAvailable: true,
      rcode: 0,
      questions: [{ name: 'web.shop.svc.cluster.local', type: RECORD_TYPE.A, class: CLASS_IN }],
      answers,
      authorities: [],
      additionals: [],
    });
    expect(bytes.length).toBe(12 + 28 + 4 + 20 * 16);
  });

  test('what is no name is not encoded', () => {
    for (const bad of ['a..b', '.a', 'a'.repeat(64), Array(90).fill('abc').join('.')]) {
      expect(() => encodeMessage({ ...blank, questions: [{ name: bad, type: 1, class: 1 }] })).toThrow(RangeError);
    }
  });

  const blank: DnsMessage = {
    id: 1,
    response: false,
    opcode: 0,
    authoritative: false,
    truncated: false,
    recursionDesired: true,
    recursionAvailable: false,
    rcode: 0,
    questions: [],
    answers: [],
    authorities: [],
    additionals: [],
  };
});
