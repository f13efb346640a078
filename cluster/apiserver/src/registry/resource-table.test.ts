import type { ResourceInfo } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { loadSchema } from '@kubemin/kubeapi/schema';
import { describe, expect, it } from 'vitest';
import { ResourceTable } from './resource-table.ts';
import { type ServedResource, servedResource } from './served-resource.ts';

const SCHEMA = loadSchema();

function resource(info: ResourceInfo): ServedResource {
  return servedResource({ info, schema: SCHEMA, strategies: new Map() });
}

function custom(group: string, version: string, plural: string): ServedResource {
  return resource({ ...core.v1.pods, group, version, plural });
}

function names(table: ResourceTable): readonly string[] {
  return table.all().map(({ info }) => `${info.group}/${info.version}/${info.plural}`);
}

describe('the resource table', () => {
  it('lists built-in resources first and the others by group, preferred version and name', () => {
    const table = new ResourceTable([resource(core.v1.pods), resource(core.v1.configmaps)]);
    table.provide('b', [custom('b.test', 'v1beta1', 'x'), custom('b.test', 'v1', 'x')]);
    table.provide('a', [custom('b.test', 'v1', 'a'), custom('a.test', 'v2', 'y')]);
    expect(names(table)).toEqual([
      '/v1/pods',
      '/v1/configmaps',
      'a.test/v2/y',
      'b.test/v1/a',
      'b.test/v1/x',
      'b.test/v1beta1/x',
    ]);
  });

  it('replaces and withdraws the resources of a provider, and notifies', () => {
    const table = new ResourceTable([]);
    let changes = 0;
    const stop = table.onChange(() => {
      changes += 1;
    });
    table.provide('a', [custom('a.test', 'v1', 'x'), custom('a.test', 'v1', 'y')]);
    table.provide('a', [custom('a.test', 'v1', 'y')]);
    expect(table.find({ group: 'a.test', version: 'v1', plural: 'x' })).toBeUndefined();
    table.provide('a', []);
    table.provide('unknown', []);
    expect([names(table), changes]).toEqual([[], 3]);
    stop();
    table.provide('a', [custom('a.test', 'v1', 'x')]);
    expect(changes).toBe(3);
  });

  it('does not let a provider replace a built-in resource', () => {
    const pods = resource(core.v1.pods);
    const table = new ResourceTable([pods]);
    table.provide('a', [resource(core.v1.pods)]);
    expect(table.find(core.v1.pods)).toBe(pods);
    expect(table.all()).toEqual([pods]);
  });
});
