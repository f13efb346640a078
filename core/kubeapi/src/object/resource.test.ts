import { expect, test } from 'vitest';
import { apps, core, rbac, resources } from '../generated/resources.gen.ts';
import type { Deployment } from '../generated/types/apps.v1.gen.ts';
import { formatApiVersion, qualifiedName, type ResourceType, resourcePath } from './resource.ts';

test('paths of collections, objects and subresources', () => {
  expect(resourcePath(core.v1.pods)).toBe('/api/v1/pods');
  expect(resourcePath(core.v1.pods, { namespace: 'a', name: 'p', subresource: 'log' })).toBe(
    '/api/v1/namespaces/a/pods/p/log',
  );
  expect(resourcePath(apps.v1.deployments, { namespace: 'a' })).toBe('/apis/apps/v1/namespaces/a/deployments');
  expect(resourcePath(rbac.v1.clusterroles, { namespace: 'ignored', name: 'system:node' })).toBe(
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
  );
});

test('names in messages and in objects', () => {
  expect([qualifiedName(core.v1.pods), qualifiedName(apps.v1.deployments)]).toEqual(['pods', 'deployments.apps']);
  expect([formatApiVersion(core.v1.pods), formatApiVersion(apps.v1.deployments)]).toEqual(['v1', 'apps/v1']);
});

test('a row of the table knows the type of its objects', () => {
  const deployments: ResourceType<Deployment> = apps.v1.deployments;
  expect(deployments).toMatchObject({ kind: 'Deployment', shortNames: ['deploy'], namespaced: true });
});

test('subresources state their kind, their own or another group’s', () => {
  const kinds = (info: ResourceType): readonly string[] =>
    info.subresources.map(({ name, group, version, kind }) => `${name} ${group}/${version} ${kind}`);
  expect(kinds(apps.v1.deployments)).toEqual(['scale autoscaling/v1 Scale', 'status apps/v1 Deployment']);
  expect(kinds(core.v1.pods)).toContain('eviction policy/v1 Eviction');
});

test('no two rows share group, version and plural', () => {
  const keys = resources.map((info) => `${formatApiVersion(info)} ${info.plural}`);
  expect(new Set(keys).size).toBe(keys.length);
});
