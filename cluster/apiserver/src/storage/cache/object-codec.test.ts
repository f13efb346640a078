import type { KubeObject } from '@kubemin/kubeapi';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeObject, encodeObject } from './object-codec.ts';
import { keepStoredForm, storedLine } from './stored-form.ts';

/** Keys and texts that look like the place a resourceVersion goes to. */
const texts = fc.oneof(fc.string(), fc.constantFrom('"metadata":{', 'metadata', '\\"metadata\\":{', 'é"metadata":{'));
const maps = fc.dictionary(texts, texts, { noNullPrototype: true });
const objects = fc
  .record({ kind: texts, apiVersion: texts, name: texts, labels: maps, data: maps, first: fc.boolean() })
  .map(({ kind, apiVersion, name, labels, data, first }): KubeObject => {
    const metadata = { name, labels, resourceVersion: '1' };
    return first ? { ...{ data, metadata }, kind, apiVersion } : { apiVersion, kind, metadata, ...{ data } };
  });

describe('an object that was written', () => {
  it('has the JSON of what is read, whichever encoder wrote it', () => {
    fc.assert(
      fc.property(objects, fc.nat(), (object, revision) => {
        const read = decodeObject(encodeObject(object), revision);
        expect(read).toEqual({ ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } });
        const line = storedLine(read);
        expect(JSON.parse(String(line))).toEqual(JSON.parse(JSON.stringify(read)));
        expect(line?.indexOf('\n')).toBe((line?.byteLength ?? 0) - 1);
        expect(storedLine(read)).toBe(line);
      }),
    );
  });

  it('is the same when another process wrote it', () => {
    fc.assert(
      fc.property(objects, fc.nat(), (object, revision) => {
        const read = decodeObject(Uint8Array.from(encodeObject(object)), revision);
        expect(storedLine(read)).toBeUndefined();
        expect(JSON.parse(JSON.stringify(read))).toEqual(
          JSON.parse(String(storedLine(decodeObject(encodeObject(object), revision)))),
        );
      }),
    );
  });

  it('has its own metadata first, whatever stood before it', () => {
    const object = { spec: { template: { metadata: { name: 'inner' } } }, kind: 'A', apiVersion: 'v1', metadata: {} };
    const line = storedLine(decodeObject(encodeObject(object), 7));
    expect(JSON.parse(String(line))).toEqual({ ...object, metadata: { resourceVersion: '7' } });
  });

  it('without any metadata has JSON, too', () => {
    const object = { metadata: { resourceVersion: '7' } };
    keepStoredForm(object, Buffer.from('{"metadata":{}}'), 7);
    expect(storedLine(object)?.toString()).toBe('{"metadata":{"resourceVersion":"7"}}\n');
  });
});
