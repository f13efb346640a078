import { deepFreeze, type KubeObject } from '@kubemin/kubeapi';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonLines } from './json-lines.ts';
import { ObjectCodec } from './object-codec.ts';

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
  it('has the JSON of what is read, whoever encoded it', () => {
    fc.assert(
      fc.property(objects, fc.nat(), (object, revision) => {
        const lines = new JsonLines();
        const codec = new ObjectCodec(lines);
        const read = codec.decode(codec.encode(object), revision);
        expect(read).toEqual({ ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } });
        const line = lines.of(read);
        expect(JSON.parse(line.toString())).toEqual(JSON.parse(JSON.stringify(read)));
        expect(line.indexOf('\n')).toBe(line.byteLength - 1);
        expect(lines.of(read)).toBe(line);
      }),
    );
  });

  it('is the same when another process wrote it', () => {
    fc.assert(
      fc.property(objects, fc.nat(), (object, revision) => {
        const bytes = new ObjectCodec(new JsonLines()).encode(object);
        const [ours, theirs] = [new JsonLines(), new JsonLines()];
        const read = new ObjectCodec(theirs).decode(Uint8Array.from(bytes), revision);
        const codec = new ObjectCodec(ours);
        expect(JSON.parse(theirs.of(read).toString())).toEqual(
          JSON.parse(ours.of(codec.decode(codec.encode(object), revision)).toString()),
        );
      }),
    );
  });

  it('without any metadata has JSON, too', () => {
    const lines = new JsonLines();
    const object = { metadata: { resourceVersion: '7' } };
    lines.storedAs(object, Buffer.from('{"metadata":{}}'), 7);
    expect(lines.of(deepFreeze(object)).toString()).toBe('{"metadata":{"resourceVersion":"7"}}\n');
  });
});
