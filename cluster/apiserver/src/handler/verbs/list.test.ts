import { systemClock } from '@kubemin/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStorage } from '../../storage/memory-storage.ts';
import { configMap, pod, TestApi } from '../../test-support/test-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
  for (const name of ['c', 'a', 'e', 'b', 'd']) {
    await api.create(MAPS, configMap(name, { metadata: { labels: { half: name < 'c' ? 'first' : 'second' } } }));
  }
  await api.create('/api/v1/namespaces/kube-system/configmaps', configMap('a'));
});
afterAll(() => api.close());

async function names(url: string): Promise<readonly (string | undefined)[]> {
  return (await api.list(url)).items.map(({ metadata }) => metadata.name);
}

it('lists one namespace or all, in order', async () => {
  expect(await names(MAPS)).toEqual(['a', 'b', 'c', 'd', 'e']);
  const all = await api.list('/api/v1/configmaps');
  expect(all.items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)).toEqual([
    'default/a',
    'default/b',
    'default/c',
    'default/d',
    'default/e',
    'kube-system/a',
  ]);
  expect(await api.list('/api/v1/namespaces/nowhere/configmaps')).toMatchObject({ kind: 'ConfigMapList', items: [] });
});

describe('selectors', () => {
  it.each([
    ['half=first', ['a', 'b']],
    ['half!=first', ['c', 'd', 'e']],
    ['half in (first, second)', ['a', 'b', 'c', 'd', 'e']],
    ['half', ['a', 'b', 'c', 'd', 'e']],
    ['!half', []],
  ])('labels: %s', async (selector, expected) => {
    expect(await names(`${MAPS}?labelSelector=${encodeURIComponent(selector)}`)).toEqual(expected);
  });

  it('fields: by name and namespace, for every kind', async () => {
    expect(await names(`${MAPS}?fieldSelector=metadata.name%3Dc`)).toEqual(['c']);
    expect(await names('/api/v1/configmaps?fieldSelector=metadata.namespace!%3Ddefault')).toEqual(['a']);
  });

  it('fields: what the kind allows, and nothing else', async () => {
    await api.create('/api/v1/namespaces/default/pods', pod('p'));
    expect(await names('/api/v1/pods?fieldSelector=status.phase%3DPending,spec.nodeName%3D')).toEqual(['p']);
    expect(await names('/api/v1/pods?fieldSelector=status.phase!%3DPending')).toEqual([]);
    expect(await api.refused('GET', '/api/v1/pods?fieldSelector=spec.color%3Dred')).toMatchObject({
      code: 400,
      message: 'field label not supported: spec.color',
    });
  });

  it('that cannot be read are a bad request', async () => {
    expect(await api.refused('GET', `${MAPS}?labelSelector=a%20in%20(`)).toMatchObject({ code: 400 });
  });
});

describe('pages', () => {
  it('go through everything at the version of the first, whatever happens meanwhile', async () => {
    const first = await api.list(`${MAPS}?limit=2`);
    expect(first.metadata).toMatchObject({ remainingItemCount: 3, continue: expect.any(String) });
    await api.create(MAPS, configMap('bb'));
    await api.ok('DELETE', `${MAPS}/d`);
    await api.patch(`${MAPS}/e`, { data: { changed: 'yes' } });
    const second = await api.list(`${MAPS}?limit=2&continue=${first.metadata.continue}`);
    const third = await api.list(`${MAPS}?limit=2&continue=${second.metadata.continue}`);
    expect([...second.items, ...third.items].map(({ metadata }) => metadata.name)).toEqual(['c', 'd', 'e']);
    expect(third.items[0]).not.toHaveProperty('data');
    expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
    expect(third.metadata.continue).toBeUndefined();
    expect(await names(MAPS)).toEqual(['a', 'b', 'bb', 'c', 'e']);
  });

  it.each(['-1', '0', '+9223372036854775807', '-9223372036854775808'])(
    'end with the first when the limit is %s',
    async (limit) => {
      const { items, metadata } = await api.list(`${MAPS}?limit=${encodeURIComponent(limit)}`);
      expect(items).toHaveLength(5);
      expect(metadata.continue).toBeUndefined();
    },
  );

  it('do not count the rest when a selector is given', async () => {
    const { metadata } = await api.list(`${MAPS}?limit=1&labelSelector=half`);
    expect(metadata.continue).toBeDefined();
    expect(metadata.remainingItemCount).toBeUndefined();
  });

  it.each(['garbage', 'e30'])('with the token %s are refused', async (token) => {
    const status = await api.refused('GET', `${MAPS}?continue=${token}`);
    expect(status).toMatchObject({ code: 400, message: expect.stringContaining('continue key is not valid') });
  });
});

describe('versions', () => {
  it('Exact gives the state at that version', async () => {
    const { metadata } = await api.list(MAPS);
    await api.create(MAPS, configMap('later'));
    const url = `${MAPS}?resourceVersion=${metadata.resourceVersion}&resourceVersionMatch=Exact`;
    expect(await names(url)).not.toContain('later');
    expect(await names(`${MAPS}?resourceVersion=0`)).toContain('later');
  });

  it.each([
    'resourceVersionMatch=Exact',
    'resourceVersion=0&resourceVersionMatch=Exact',
    'resourceVersion=1&resourceVersionMatch=Odd',
  ])('the combination %s is invalid', async (query) => {
    expect(await api.refused('GET', `${MAPS}?${query}`)).toMatchObject({ code: 422 });
  });

  it('that history no longer covers are expired; a token for them can go on inconsistently', async () => {
    const storage = memoryStorage();
    const before = await TestApi.start({ storage });
    for (const name of ['a', 'b', 'c']) await before.create(MAPS, configMap(name));
    const first = await before.list(`${MAPS}?limit=1`);
    await before.close();
    await storage.put('/elsewhere', Buffer.from(''), 0);
    await storage.compact(await storage.revision());

    const after = await TestApi.start({ storage });
    const { resourceVersion, continue: token } = first.metadata;
    const exact = `${MAPS}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`;
    expect(await after.refused('GET', exact)).toMatchObject({ code: 410, reason: 'Expired' });
    const status = await after.refused('GET', `${MAPS}?limit=1&continue=${token}`);
    expect(status).toMatchObject({ code: 410, reason: 'Expired', metadata: { continue: expect.any(String) } });
    const rest = await after.list(`${MAPS}?continue=${status.metadata?.continue}`);
    expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(['b', 'c']);
    await after.close();
  });

  it('in the future are waited for, then refused', async () => {
    const impatient = await TestApi.start({ clock: { ...systemClock, sleep: async () => undefined } });
    expect(await impatient.refused('GET', `${MAPS}?resourceVersion=999999`)).toMatchObject({
      code: 504,
      message: expect.stringContaining('Too large resource version: 999999'),
    });
    await impatient.close();
  });
});
