import { expect, test } from 'vitest';
import { namespaceConditions } from './namespace-conditions.ts';

const words = (emptying: Parameters<typeof namespaceConditions>[0]) =>
  Object.fromEntries(
    namespaceConditions(emptying)
      .filter(({ status }) => status === 'True')
      .map(({ type, reason, message }) => [type, `${reason}: ${message}`]),
  );

test('an empty namespace has nothing to complain about, in five ways', () => {
  expect(namespaceConditions({ leftovers: [], failures: [] }).map(({ reason }) => reason)).toEqual([
    'ResourcesDiscovered',
    'ParsedGroupVersions',
    'ContentDeleted',
    'ContentRemoved',
    'ContentHasNoFinalizers',
  ]);
});

test('what is left, what it waits for and what could not be deleted is named', () => {
  const leftovers = [
    { resource: 'pods.', count: 2, finalizers: { 'example.com/look': 2 } },
    { resource: 'deployments.apps', count: 1, finalizers: { 'example.com/look': 1, foregroundDeletion: 1 } },
    { resource: 'secrets.', count: 0, finalizers: {} },
  ];
  expect(words({ leftovers, failures: ['no right to delete secrets'] })).toEqual({
    NamespaceDeletionContentFailure:
      'ContentDeletionFailed: Failed to delete all resource types, 1 remaining: no right to delete secrets',
    NamespaceContentRemaining:
      'SomeResourcesRemain: Some resources are remaining: deployments.apps has 1 resource instances, pods. has 2 resource instances',
    NamespaceFinalizersRemaining:
      'SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/look in 3 resource instances, foregroundDeletion in 1 resource instances',
  });
});
