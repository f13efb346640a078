import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleResources } from '../sample-registry.ts';
import { initialObjects } from './initial-objects.ts';
import { sortInitialObjects } from './initial-order.ts';

const ORDER = ['Namespace', 'Catalog', 'BinaryMetadata', 'Team', 'User', 'JoinTeamRequest', 'APIToken'];
const GROUPS: Readonly<Record<string, string>> = {
  Namespace: 'v1',
  Catalog: 'catalog.minik8s.io/v1',
  BinaryMetadata: 'catalog.minik8s.io/v1',
};

const written = fc
  .tuple(fc.constantFrom(...ORDER), fc.nat(9))
  .map(([kind, n]) => ({ apiVersion: GROUPS[kind] ?? 'iam.minik8s.io/v1', kind, metadata: { name: `n${n}` } }));

describe('KC-INIT-1: the order of dependencies', () => {
  it('is kept however the objects were written, and so is the order within a kind', () => {
    fc.assert(
      fc.property(fc.array(written), (objects) => {
        const kept = sortInitialObjects(objects).map(({ object: { kind, metadata } }) => [kind, metadata.name]);
        const expected = ORDER.flatMap((kind) => objects.filter((each) => each.kind === kind));
        expect(kept).toEqual(expected.map(({ kind, metadata }) => [kind, metadata.name]));
      }),
    );
  });

  it('has no place for kinds that a server does not begin with, nor for namesakes of another group', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } };
    expect(() => sortInitialObjects([...initialObjects, pod])).toThrow(/Pod \(v1\) "web" .*Namespace \(v1\), Catalog/);
    expect(() => sortInitialObjects([{ ...pod, kind: 'User' }])).toThrow(/User \(v1\) "web"/);
  });

  it('begins with a catalog for every sample resource that names one', () => {
    const catalogs = initialObjects.filter(({ kind }) => kind === 'Catalog').map(({ metadata }) => metadata.name);
    for (const { declaration } of sampleResources) expect(catalogs).toContain(declaration.catalog);
  });
});
