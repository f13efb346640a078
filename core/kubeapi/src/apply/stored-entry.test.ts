import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../object/json.ts';
import { decodeManagedFields, encodeManagedFields, type ManagedFields } from './managed-fields.ts';
import { storedManagedFields } from './stored-entry.ts';
import { DEPLOYMENT } from './test-support/field-manager.ts';
import { trackUpdate } from './update-tracking.ts';

const entry = (manager: string, fieldsV1: JsonObject, more: JsonObject = {}): JsonObject => ({
  manager,
  operation: 'Update',
  apiVersion: 'apps/v1',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...more,
});

const states = fc.record(
  {
    metadata: fc.record(
      { annotations: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('1', '2')) },
      { requiredKeys: [] },
    ),
    spec: fc.record(
      { replicas: fc.integer({ min: 0, max: 2 }), paused: fc.boolean(), minReadySeconds: fc.constantFrom(1, 2) },
      { requiredKeys: [] },
    ),
    status: fc.record({ replicas: fc.integer({ min: 0, max: 2 }) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

function written(after: JsonObject, before: JsonObject, manager: string, managed: ManagedFields): ManagedFields {
  const writer = { manager, apiVersion: 'apps/v1', subresource: '' };
  return trackUpdate({ before, after, type: DEPLOYMENT, managed, writer, scope: {}, now: '2026-01-01T00:00:00Z' });
}

it('an entry that is read as stored owns the same after a write as one that is decoded', () => {
  const writers = fc.constantFrom('a', 'b', 'c');
  fc.assert(
    fc.property(states, states, states, writers, (first, second, third, writer) => {
      const stored = encodeManagedFields(written(second, first, 'b', written(first, {}, 'a', [])));
      const whole = encodeManagedFields(written(third, second, writer, decodeManagedFields(stored) ?? []));
      const lazy = storedManagedFields(stored);
      expect(lazy).toBeDefined();
      expect(encodeManagedFields(written(third, second, writer, lazy ?? []))).toEqual(whole);
    }),
    { numRuns: 500 },
  );
});

it('an owner of other fields stays the very entry that was stored', () => {
  const stored = [entry('a', { 'f:spec': { 'f:replicas': {} } }), entry('b', { 'f:status': { 'f:replicas': {} } })];
  const [before, after] = [
    { spec: { replicas: 1 }, status: { replicas: 1 } },
    { spec: { replicas: 1 }, status: { replicas: 2 } },
  ];
  const managed = encodeManagedFields(written(after, before, 'c', storedManagedFields(stored) ?? []));
  expect(managed.map(({ manager }) => manager)).toEqual(['a', 'c']);
  expect(managed[0]).toBe(stored[0]);
});

it.each([
  ['of nobody', [entry('a', {})]],
  ['twice the same', [entry('a', { 'f:x': {} }), entry('a', { 'f:y': {} })]],
  ['of another kind', [entry('a', { 'f:x': {} }, { fieldsType: 'FieldsV2' })]],
  ['by an unknown operation', [entry('a', { 'f:x': {} }, { operation: 'Guess' })]],
  ['without a manager', [{ ...entry('a', { 'f:x': {} }), manager: 7 }]],
  ['that are none', ['a']],
])('entries %s were not stored so', (_, entries) => {
  expect(storedManagedFields(entries)).toBeUndefined();
});

it('fields that cannot be decoded have no owner', () => {
  const [odd] = storedManagedFields([entry('a', { 'k:{': {} })]) ?? [];
  expect(odd?.fields.isEmpty).toBe(true);
});
