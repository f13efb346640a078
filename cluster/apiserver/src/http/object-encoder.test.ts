import { deepFreeze, type KubeObject, type WatchEvent } from '@kubemin/kubeapi';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObjectEncoder } from './object-encoder.ts';

function map(name: string, data: Readonly<Record<string, string>> = {}): KubeObject {
  return deepFreeze({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
}

const objects = fc.array(
  fc.tuple(fc.string(), fc.dictionary(fc.string(), fc.string())).map(([name, data]) => map(name, data)),
);

describe('ObjectEncoder', () => {
  it('writes a list as JSON of all its items, on one line', () => {
    fc.assert(
      fc.property(objects, (items) => {
        const list = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '7' }, items };
        expect(new ObjectEncoder().encode(list).toString()).toBe(`${JSON.stringify(list)}\n`);
      }),
    );
  });

  it('writes a line per event', () => {
    fc.assert(
      fc.property(objects, (changed) => {
        const events = changed.map((object): WatchEvent => ({ type: 'MODIFIED', object }));
        const lines = events.map((event) => `${JSON.stringify(event)}\n`);
        expect(new ObjectEncoder().encodeEvents(events).toString()).toBe(lines.join(''));
      }),
    );
  });

  it('gives watchers of the same event the same bytes, and others their own', () => {
    const encoder = new ObjectEncoder();
    const [one, other] = [map('one'), map('other')];
    const first = encoder.encodeEvents([{ type: 'ADDED', object: one }]);
    expect(encoder.encodeEvents([{ type: 'ADDED', object: one }])).toBe(first);
    for (const events of [
      [{ type: 'DELETED', object: one }],
      [{ type: 'ADDED', object: other }],
      [
        { type: 'ADDED', object: one },
        { type: 'ADDED', object: other },
      ],
    ] satisfies WatchEvent[][]) {
      const lines = events.map((event) => `${JSON.stringify(event)}\n`);
      expect(encoder.encodeEvents(events).toString()).toBe(lines.join(''));
    }
  });

  it('remembers nothing of objects that may change', () => {
    const encoder = new ObjectEncoder();
    const bookmark = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { resourceVersion: '1' } };
    const before = encoder.encodeEvents([{ type: 'BOOKMARK', object: bookmark }]).toString();
    bookmark.metadata.resourceVersion = '2';
    expect(encoder.encodeEvents([{ type: 'BOOKMARK', object: bookmark }]).toString()).not.toBe(before);
    expect(encoder.encode(bookmark).toString()).toContain('"2"');
  });
});
