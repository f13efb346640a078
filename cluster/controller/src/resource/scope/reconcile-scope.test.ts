import type { KubeObject } from '@kubemin/kubeapi';
import { describe, expect, test } from 'vitest';
import { parseKeyPattern } from './key-pattern.ts';
import { createScope } from './reconcile-scope.ts';

function object(metadata: KubeObject['metadata']): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', namespace: 'default', ...metadata } };
}

const MAIN = { id: 'main', onlyLabeled: false };
const labelled = (id: string) => object({ labels: { 'should-be-reconciled-by': id } });

describe('label routing', () => {
  test.each([
    ['main', false, true, true, false],
    ['main', true, false, true, false],
    ['blue', false, true, false, true],
    ['blue', true, false, false, true],
  ])('id %s, only labelled %s: takes unlabelled %s, main %s, blue %s', (id, onlyLabeled, unlabelled, main, blue) => {
    const scope = createScope({ routing: { id, onlyLabeled } });
    expect([scope.admits(object({})), scope.admits(labelled('main')), scope.admits(labelled('blue'))]).toEqual([
      unlabelled,
      main,
      blue,
    ]);
  });
});

test('an object must pass by its key and by its label', () => {
  const scope = createScope({ keys: parseKeyPattern('default/*'), routing: MAIN });
  expect(scope.admits(object({}))).toBe(true);
  expect(scope.admits(object({ namespace: 'other' }))).toBe(false);
  expect(scope.admits(labelled('blue'))).toBe(false);
  expect([scope.admitsKey('default/web'), scope.admitsKey('other/web')]).toEqual([true, false]);
});

describe('no-reconciling-before', () => {
  const now = 1_800_000_000_000;
  test.each([
    ['1800000060', 1_800_000_060_000],
    ['1800000000.5', 1_800_000_000_500],
    ['1800000000', undefined],
    ['1700000000', undefined],
    ['tomorrow', undefined],
    ['', undefined],
    ['-5', undefined],
  ])('%j holds the object until %s', (written, until) => {
    const scope = createScope({ routing: MAIN });
    expect(scope.pausedUntil(object({ annotations: { 'no-reconciling-before': written } }), now)).toBe(until);
  });

  test('without it nothing is held', () => {
    expect(createScope({ routing: MAIN }).pausedUntil(object({}), now)).toBeUndefined();
  });
});
