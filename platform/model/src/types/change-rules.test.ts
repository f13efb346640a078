import { describe, expect, test } from 'vitest';
import { model } from '../test-support/sample.ts';
import type { AnyDocument } from './document.ts';

function changedDocument(changes: object, type = 'store', head: object = {}): AnyDocument {
  const { document, problems } = model.parse({
    name: 'shop',
    ...head,
    component: [
      { name: 'other', type: 'webservice', image: 'a' },
      { name: 'db', type, image: 'a', ...changes },
    ],
  });
  if (document === undefined) throw new Error(JSON.stringify(problems));
  return document;
}

function changes(previous: AnyDocument, next: AnyDocument): readonly string[] {
  return model.checkChanges(previous, next).map(({ severity, code, path }) => `${severity} ${code} ${path}`);
}

const volumes = (...storage: readonly object[]) => ({ traits: { storage } });
const data = { name: 'data', type: 'persistent', mountPath: '/data', tmpCreate: true, size: '5Gi' };
const direct = { ...data, tmpCreate: false };
const storage = 'component[1].traits.storage';

describe('changes Kubernetes refuses', () => {
  test('what stays the same, grows, scales or rolls is no problem', () => {
    const before = changedDocument({ replicas: 1, ...volumes(direct) });
    const after = changedDocument({
      replicas: 3,
      image: 'b',
      ...volumes({ ...direct, size: '6000Mi', mountPath: '/x' }),
    });
    expect(changes(before, before)).toEqual([]);
    expect(changes(before, after)).toEqual([]);
  });

  test.each([
    ['5Gi', '4Gi'],
    ['1Gi', '1G'],
    ['1024Mi', '1023Mi'],
    ['1.5Ti', '1500Gi'],
  ])('a volume of %s does not shrink to %s', (large, small) => {
    const [before, after] = [large, small].map((size) => changedDocument(volumes({ ...direct, size }), 'webservice'));
    if (before === undefined || after === undefined) throw new Error('two documents');
    expect(changes(before, after)).toEqual([`error STORAGE_SHRINK ${storage}[0].size`]);
    expect(changes(after, before)).toEqual([]);
  });

  test('a claim that is only referred to may be any size', () => {
    const claim = (size: string) => changedDocument(volumes({ ...direct, claimName: 'team', size }));
    expect(changes(claim('5Gi'), claim('1Gi'))).toEqual([]);
  });

  test('a storage class is for ever', () => {
    const after = changedDocument(volumes({ ...direct, storageClass: 'fast' }));
    expect(changes(changedDocument(volumes(direct)), after)).toEqual([
      `error IMMUTABLE_CHANGE ${storage}[0].storageClass`,
    ]);
  });

  test('the claim templates of a store are fixed; growing them is worth a word', () => {
    const before = changedDocument(volumes(data));
    expect(changes(before, changedDocument(volumes({ ...data, size: '6Gi' })))).toEqual([
      `warning CLAIMS_NOT_RESIZED ${storage}[0].size`,
    ]);
    expect(changes(before, changedDocument(volumes(data, { ...data, name: 'wal', mountPath: '/wal' })))).toEqual([
      `error IMMUTABLE_CHANGE ${storage}[1].tmpCreate`,
    ]);
    expect(changes(before, changedDocument({}))).toEqual(['error IMMUTABLE_CHANGE component[1].traits']);
    expect(changes(before, changedDocument(volumes({ ...data, name: 'renamed' })))).toEqual([
      `error IMMUTABLE_CHANGE ${storage}[0].tmpCreate`,
      `error IMMUTABLE_CHANGE ${storage}`,
    ]);
  });

  test('a component that is no store may get and lose volumes', () => {
    const [without, withVolume] = [changedDocument({}, 'webservice'), changedDocument(volumes(data), 'webservice')];
    expect([changes(without, withVolume), changes(withVolume, without)]).toEqual([[], []]);
  });

  test('components keep their type, applications their namespace and their cluster', () => {
    const before = changedDocument(volumes(data));
    expect(changes(before, changedDocument(volumes(data), 'webservice'))).toEqual([
      'error IMMUTABLE_CHANGE component[1].type',
    ]);
    expect(changes(before, changedDocument(volumes(data), 'store', { namespace: 'prod' }))).toEqual([
      'error IMMUTABLE_CHANGE namespace',
    ]);
    const elsewhere = changedDocument(volumes(data), 'store', { cluster: 'staging' });
    expect(changes(before, elsewhere)).toEqual(['error IMMUTABLE_CHANGE cluster']);
    expect(changes(elsewhere, before)).toEqual(['error IMMUTABLE_CHANGE cluster']);
    expect(changes(elsewhere, changedDocument(volumes(data), 'store', { cluster: 'Staging' }))).toEqual([]);
  });
});
