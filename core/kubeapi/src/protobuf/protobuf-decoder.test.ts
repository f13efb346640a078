import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadSchema } from '../generated/schema.gen.ts';
import { isJsonObject, type JsonObject } from '../object/json.ts';
import { ProtobufDecoder } from './protobuf-decoder.ts';
import { arbitraryObject } from './test-support/arbitrary-object.ts';
import { ReferenceEncoder } from './test-support/reference-encoder.ts';

const schema = loadSchema();
const decoder = new ProtobufDecoder(schema);
const encoder = new ReferenceEncoder(schema);

const kinds = [...schema.types.values()].flatMap((type) => {
  const own = type.kind === 'object' ? type.kinds.map((kind) => ({ type, kind })) : [];
  return own.map(({ type, kind }) => {
    const [group = '', version = '', name = ''] = kind.split('/');
    return { type, apiVersion: group === '' ? version : `${group}/${version}`, kind: name };
  });
});

describe('any object, encoded as Go does, decodes to its JSON', () => {
  test.each(kinds)('$apiVersion $kind', ({ type, apiVersion, kind }) => {
    fc.assert(
      fc.property(arbitraryObject(schema, type), (fields) => {
        const object: JsonObject = { apiVersion, kind, ...(isJsonObject(fields) ? fields : {}) };
        expect(decoder.decode(encoder.encode(object))).toEqual(object);
      }),
      { numRuns: 10 },
    );
  });
});

function decode(apiVersion: string, kind: string, fields: JsonObject): JsonObject {
  return decoder.decode(encoder.encode({ apiVersion, kind, ...fields }));
}

/** An object in its envelope, its own message given byte by byte. */
function decodeBytes(apiVersion: string, kind: string, ...raw: readonly number[]): JsonObject {
  return decoder.decode(encoder.envelop({ apiVersion, kind, raw: Uint8Array.from(raw) }));
}

describe('what the wire cannot distinguish', () => {
  test('required fields are there although they were not sent, optional ones are not', () => {
    expect(decodeBytes('v1', 'Pod')).toEqual({ apiVersion: 'v1', kind: 'Pod' });
    expect(decodeBytes('v1', 'Pod', 0x12, 0)).toMatchObject({ spec: { containers: [] } });
    expect(decodeBytes('rbac.authorization.k8s.io/v1', 'RoleBinding')).toMatchObject({
      roleRef: { apiGroup: '', kind: '', name: '' },
    });
  });

  test('a zero stays where it was set on purpose, and is dropped where it was not set', () => {
    const { spec } = decode('apps/v1', 'Deployment', { spec: { replicas: 0, minReadySeconds: 0 } });
    expect(spec).toMatchObject({ replicas: 0 });
    expect(spec).not.toHaveProperty('minReadySeconds');
  });

  test('the zero time is absent, the start of 1970 is not', () => {
    const time = (...message: readonly number[]): JsonObject =>
      decodeBytes('v1', 'Pod', 0x0a, message.length + 2, 0x42, message.length, ...message);
    expect(time().metadata).toEqual({});
    expect(time(0x08, 0, 0x10, 0).metadata).toEqual({ creationTimestamp: '1970-01-01T00:00:00Z' });
  });

  test('times drop what is below their digits', () => {
    const renewTime = '2024-05-06T07:08:09.000120Z';
    expect(decode('coordination.k8s.io/v1', 'Lease', { spec: { renewTime } }).spec).toEqual({ renewTime });
    const nanos = [0x08, 1, 0x10, 0xff, 0x93, 0xeb, 0xdc, 0x03];
    expect(decodeBytes('v1', 'Pod', 0x0a, 10, 0x42, 8, ...nanos).metadata).toEqual({
      creationTimestamp: '1970-01-01T00:00:01Z',
    });
    expect(decodeBytes('coordination.k8s.io/v1', 'Lease', 0x12, 10, 0x22, 8, ...nanos).spec).toEqual({
      renewTime: '1970-01-01T00:00:01.999999Z',
    });
  });
});

describe('messages as other encoders may write them', () => {
  test('a message in two pieces is both of them, the last scalar counts', () => {
    const first = [0x0a, 3, 0x0a, 1, 0x61];
    const second = [0x0a, 6, 0x0a, 1, 0x62, 0x1a, 1, 0x6e];
    expect(decodeBytes('v1', 'Namespace', ...first, ...second).metadata).toEqual({ name: 'b', namespace: 'n' });
  });

  test('numbers of a list may be packed', () => {
    const supplementalGroups = (...bytes: readonly number[]): JsonObject =>
      decodeBytes('v1', 'Pod', 0x12, bytes.length + 2, 0x72, bytes.length, ...bytes);
    const unpacked = supplementalGroups(0x20, 1, 0x20, 0x80, 1);
    expect(unpacked).toMatchObject({ spec: { securityContext: { supplementalGroups: [1, 128] } } });
    expect(supplementalGroups(0x22, 3, 1, 0x80, 1)).toEqual(unpacked);
  });

  test('unknown fields are skipped, of every wire type', () => {
    const unknown = [0x98, 6, 5, 0x99, 6, 1, 2, 3, 4, 5, 6, 7, 8, 0x9a, 6, 1, 0, 0x9d, 6, 1, 2, 3, 4];
    expect(decodeBytes('v1', 'ConfigMap', ...unknown, 0x0a, 3, 0x0a, 1, 0x61)).toMatchObject({
      metadata: { name: 'a' },
    });
  });

  test('keys of maps are data, whatever they spell', () => {
    const key = [...Buffer.from('__proto__')];
    const { data } = decodeBytes('v1', 'ConfigMap', 0x12, key.length + 5, 0x0a, key.length, ...key, 0x12, 1, 0x78);
    expect(Object.entries(data ?? {})).toEqual([['__proto__', 'x']]);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  test('text that is not UTF-8 is replaced and a byte order mark kept, as JSON would have them', () => {
    const value = [0xef, 0xbb, 0xbf, 0xff];
    const { data } = decodeBytes('v1', 'ConfigMap', 0x12, 9, 0x0a, 1, 0x61, 0x12, 4, ...value);
    expect(data).toEqual({ a: '\ufeff\ufffd' });
  });
});

describe('what lies inside as bytes', () => {
  const revision = (raw: Uint8Array): JsonObject =>
    decodeBytes('apps/v1', 'ControllerRevision', 0x12, raw.length + 2, 0x0a, raw.length, ...raw);

  test('an extension is JSON, JSON in an envelope, or an object in an envelope', () => {
    expect(revision(Buffer.from('{"a":1}'))).toMatchObject({ data: { a: 1 } });
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } };
    expect(revision(encoder.encode(object))).toMatchObject({ data: object });
    const raw = Buffer.from('{"b":2}');
    const enveloped = encoder.envelop({ apiVersion: '', kind: '', raw, contentType: 'application/json' });
    expect(revision(enveloped)).toMatchObject({ data: { b: 2 } });
  });

  test('a managed field set is JSON', () => {
    const managedFields = [{ manager: 'm', operation: 'Apply', fieldsV1: { 'f:data': { '.': {} } } }];
    expect(decode('v1', 'ConfigMap', { metadata: { managedFields } })).toMatchObject({ metadata: { managedFields } });
  });

  test('kinds every group has are found under any of them', () => {
    const type = schema.types.get('io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions');
    if (type?.kind !== 'object') throw new Error('no DeleteOptions');
    const options = { propagationPolicy: 'Background', gracePeriodSeconds: 0, preconditions: { uid: 'u' } };
    const raw = encoder.message(type, options);
    const enveloped = encoder.envelop({ apiVersion: 'apps/v1', kind: 'DeleteOptions', raw });
    expect(decoder.decode(enveloped)).toEqual({ apiVersion: 'apps/v1', kind: 'DeleteOptions', ...options });
  });
});
