import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadSchema } from '../generated/schema.gen.ts';
import { ProtobufDecoder } from './protobuf-decoder.ts';
import { ProtobufError } from './protobuf-error.ts';
import { KUBECTL_BODIES } from './test-support/kubectl-bodies.ts';
import { ReferenceEncoder } from './test-support/reference-encoder.ts';

const schema = loadSchema();
const decoder = new ProtobufDecoder(schema);
const encoder = new ReferenceEncoder(schema);
const bodies = Object.values(KUBECTL_BODIES).map((body) => Buffer.from(body, 'base64'));

function refusal(bytes: Uint8Array): { readonly code: string; readonly message: string } {
  try {
    decoder.decode(bytes);
  } catch (error) {
    if (error instanceof ProtobufError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error(`accepted: ${Buffer.from(bytes).toString('hex')}`);
}

function pod(...raw: readonly number[]): Uint8Array {
  return encoder.envelop({ apiVersion: 'v1', kind: 'Pod', raw: Uint8Array.from(raw) });
}

function field(number: number, content: Uint8Array): Uint8Array {
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return Uint8Array.from([...bytes, rest]);
}

describe('bytes that are no object', () => {
  test('no envelope', () => {
    expect(refusal(Buffer.from('{}'))).toMatchObject({ code: 'INVALID_PROTOBUF' });
    expect(refusal(new Uint8Array()).message).toContain('6b 38 73 00');
  });

  test('a kind without a built-in type', () => {
    const bytes = encoder.envelop({ apiVersion: 'example.com/v1', kind: 'Widget', raw: new Uint8Array() });
    expect(refusal(bytes)).toEqual({
      code: 'UNKNOWN_PROTOBUF_KIND',
      message: 'no kind "Widget" is registered for version "example.com/v1"',
    });
  });

  test.each([
    ['a field that ends too early', [0x0a, 5, 1], 'metadata: unexpected end'],
    ['a length beyond all memory', [0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f], 'metadata: unexpected end'],
    ['a length of 64 bits', [0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], 'beyond the end'],
    ['an integer that never ends', [0x0a, ...new Array(20).fill(0xff)], 'more than 64 bits'],
    ['an integer of 70 bits', [0x98, 6, ...new Array(9).fill(0xff), 0x7f], 'more than 64 bits'],
    ['a number where a message belongs', [0x08, 1], 'metadata: wrong wire type 0'],
    ['a number where text belongs', [0x0a, 2, 0x08, 1], 'metadata.name: wrong wire type 0'],
    ['text where a number belongs', [0x0a, 3, 0x3a, 1, 0x61], 'metadata.generation: wrong wire type 2'],
    ['field number 0', [0x02, 0], 'illegal field number'],
    ['a field number of 64 bits', [0xfa, 0xff, 0xff, 0xff, 0xff, 0x01, 0], 'illegal field number'],
    ['a group', [0x9b, 6], 'illegal wire type 3'],
    ['a wire type that does not exist', [0x9e, 6], 'illegal wire type 6'],
  ])('%s', (_, raw, message) => {
    expect(refusal(pod(...raw))).toEqual({ code: 'INVALID_PROTOBUF', message: expect.stringContaining(message) });
  });

  test('an IntOrString that is neither', () => {
    const raw = field(2, field(1, field(4, Uint8Array.from([0x08, 2]))));
    const bytes = encoder.envelop({ apiVersion: 'v1', kind: 'Service', raw });
    expect(refusal(bytes).message).toBe('spec.ports.targetPort: an IntOrString is of type 0 or 1, not 2');
  });

  test('a time outside of all calendars', () => {
    const seconds = [0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f];
    expect(refusal(pod(0x0a, 10, 0x42, 8, ...seconds)).message).toContain('metadata.creationTimestamp: ');
  });

  test('an integer that JSON would round', () => {
    const generation = [0x38, 0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10];
    expect(refusal(pod(0x0a, 9, ...generation))).toEqual({
      code: 'INEXACT_PROTOBUF_INTEGER',
      message: 'metadata.generation: the integer 9007199254740993 is too large to be kept exactly',
    });
  });

  test('JSON inside that is none, or has integers that JSON.parse would round', () => {
    const revision = (raw: string): Uint8Array =>
      encoder.envelop({ apiVersion: 'apps/v1', kind: 'ControllerRevision', raw: field(2, field(1, Buffer.from(raw))) });
    expect(refusal(revision('{"a":'))).toMatchObject({ code: 'INVALID_PROTOBUF' });
    expect(refusal(revision('{"a":9007199254740993}'))).toMatchObject({ code: 'INEXACT_PROTOBUF_INTEGER' });
  });
});

describe('nesting is limited', () => {
  const tooDeep = 1000;

  test('of schemas in schemas', () => {
    let props: Uint8Array = new Uint8Array();
    for (let depth = 0; depth < tooDeep; depth++) props = field(28, props);
    const raw = field(2, field(7, field(4, field(1, props))));
    const bytes = encoder.envelop({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', raw });
    expect(refusal(bytes)).toMatchObject({ code: 'PROTOBUF_TOO_DEEP' });
  });

  test('of envelopes in envelopes', () => {
    const kind = 'ControllerRevision';
    let bytes: Uint8Array = Buffer.from('{}');
    for (let depth = 0; depth < tooDeep; depth++) {
      bytes = encoder.envelop({ apiVersion: 'apps/v1', kind, raw: field(2, field(1, bytes)) });
    }
    expect(refusal(bytes)).toMatchObject({ code: 'PROTOBUF_TOO_DEEP' });
  });

  test('of JSON inside', () => {
    const raw = field(2, field(1, Buffer.from('['.repeat(tooDeep) + ']'.repeat(tooDeep))));
    const bytes = encoder.envelop({ apiVersion: 'apps/v1', kind: 'ControllerRevision', raw });
    expect(refusal(bytes)).toMatchObject({ code: 'PROTOBUF_TOO_DEEP' });
  });
});

describe('damaged bodies are refused or read, never anything else', () => {
  function settle(bytes: Uint8Array): void {
    try {
      decoder.decode(bytes);
    } catch (error) {
      if (!(error instanceof ProtobufError)) throw error;
    }
  }

  test('cut off at every byte', () => {
    for (const body of bodies) {
      for (let length = 0; length < body.length; length++) settle(body.subarray(0, length));
    }
  });

  test('with any bytes changed', () => {
    const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(fc.constantFrom(...bodies), fc.array(change, { minLength: 1, maxLength: 5 }), (body, changes) => {
        const damaged = Uint8Array.from(body);
        for (const [at, byte] of changes) damaged[at % damaged.length] = byte;
        settle(damaged);
      }),
      { numRuns: 5000 },
    );
  });

  test('of random bytes behind a good beginning', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (raw) => settle(pod(...raw))),
      { numRuns: 2000 },
    );
  });

  test('of a million empty parts', () => {
    const million = 1_000_000;
    const parts = (tag: number): Uint8Array =>
      new Uint8Array(2 * million).fill(tag).map((b, i) => (i % 2 === 0 ? b : 0));
    const spec = decoder.decode(encoder.envelop({ apiVersion: 'v1', kind: 'Pod', raw: field(2, parts(0x12)) })).spec;
    expect(spec).toHaveProperty('containers.length', million);
    const repeated = encoder.envelop({ apiVersion: 'v1', kind: 'Pod', raw: parts(0x12) });
    expect(decoder.decode(repeated)).toEqual({ apiVersion: 'v1', kind: 'Pod', spec: { containers: [] } });
  });
});
