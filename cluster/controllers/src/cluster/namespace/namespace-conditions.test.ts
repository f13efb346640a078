import { expect, test } from 'vitest';
import { isEmptied, namespaceConditions } from './namespace-conditions.ts';

const undiscovered = { failures: [] };
const words = (emptying: Parameters<typeof namespaceConditions>[0]) =>
  Object.fromEntries(
    namespaceConditions(emptying)
      .filter(({ status }) => status === 'True')
      .map(({ type, reason, message }) => [type, `${reason}: ${message}`]),
  );

test('an empty namespace has nothing to complain about, in five ways', () => {
  expect(namespaceConditions({ undiscovered, leftovers: [], failures: [] }).map(({ reason }) => reason)).toEqual([
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
  expect(words({ undiscovered, leftovers, failures: ['no right to delete secrets'] })).toEqual({
    NamespaceDeletionContentFailure:
      'ContentDeletionFailed: Failed to delete all resource types, 1 remaining: no right to delete secrets',
    NamespaceContentRemaining:
      'SomeResourcesRemain: Some resources are remaining: deployments.apps has 1 resource instances, pods. has 2 resource instances',
    NamespaceFinalizersRemaining:
      'SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/look in 3 resource instances, foregroundDeletion in 1 resource instances',
  });
});

test('what cannot be learned of the cluster is named, and keeps a namespace in which nothing was found', () => {
  const failures = [
    { kind: 'unanswered', apiVersion: 'shop.example/v1', message: 'the server is currently unable' },
    { kind: 'unanswered', apiVersion: 'metrics.k8s.io/v1beta1', message: 'stale GroupVersion discovery' },
    { kind: 'unreadable', apiVersion: 'a/b/c', message: 'unexpected GroupVersion string: a/b/c' },
  ] as const;
  const emptying = { undiscovered: { failures }, leftovers: [], failures: [] };
  expect(isEmptied(emptying)).toBe(false);
  expect(words(emptying)).toEqual({
    NamespaceDeletionDiscoveryFailure:
      'DiscoveryFailed: Discovery failed for some groups, 2 failing: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1beta1: stale GroupVersion discovery, shop.example/v1: the server is currently unable',
    NamespaceDeletionGroupVersionParsingFailure: 'GroupVersionParsingFailed: unexpected GroupVersion string: a/b/c',
  });
});

test('a cluster whose discovery fails keeps the namespace, too', () => {
  const emptying = { undiscovered: { failures: [], unanswered: 'too busy' }, leftovers: [], failures: [] };
  expect(isEmptied(emptying)).toBe(false);
  expect(words(emptying)).toEqual({ NamespaceDeletionDiscoveryFailure: 'DiscoveryFailed: too busy' });
});
