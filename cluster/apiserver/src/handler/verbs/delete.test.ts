import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, deployment, pod, TestApi } from '../../test-support/test-api.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const PODS = '/api/v1/namespaces/default/pods';
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

async function scheduledPod(name: string): Promise<void> {
  await api.create(PODS, pod(name));
  await api.ok('POST', `${PODS}/${name}/binding`, { body: { target: { kind: 'Node', name: 'node-1' } } });
}

describe('a deletion', () => {
  it('returns a Status with the uid, and the object is gone', async () => {
    const { metadata } = await api.create(MAPS, configMap('gone'));
    const response = await api.send('DELETE', `${MAPS}/gone`);
    const details = { name: 'gone', kind: 'configmaps', uid: metadata.uid };
    expect(response).toMatchObject({ status: 200, object: { kind: 'Status', status: 'Success', details } });
    expect(await api.refused('GET', `${MAPS}/gone`)).toMatchObject({
      code: 404,
      message: 'configmaps "gone" not found',
    });
  });

  it('keeps its preconditions', async () => {
    await api.create(MAPS, configMap('guarded'));
    const wrongUid = { preconditions: { uid: 'another' } };
    expect(await api.refused('DELETE', `${MAPS}/guarded`, { body: wrongUid })).toMatchObject({
      code: 409,
      reason: 'Conflict',
    });
    const wrongVersion = { preconditions: { resourceVersion: '1' } };
    expect(await api.refused('DELETE', `${MAPS}/guarded`, { body: wrongVersion })).toMatchObject({ code: 409 });
    expect(await api.get(`${MAPS}/guarded`)).toBeDefined();
  });

  it('waits for finalizers, which can only be removed, and ends with the last one', async () => {
    await api.create(MAPS, configMap('held', { metadata: { finalizers: ['test.io/a', 'test.io/b'] } }));
    const marked = await api.ok('DELETE', `${MAPS}/held`);
    expect(marked.metadata).toMatchObject({ deletionTimestamp: expect.any(String), deletionGracePeriodSeconds: 0 });
    const adding = {
      body: { metadata: { finalizers: ['test.io/a', 'test.io/b', 'test.io/c'] } },
      contentType: 'application/merge-patch+json',
    };
    const status = await api.refused('PATCH', `${MAPS}/held`, adding);
    expect(status.message).toContain('no new finalizers can be added if the object is being deleted');
    await api.patch(`${MAPS}/held`, { metadata: { finalizers: ['test.io/b'] } });
    expect(await api.get(`${MAPS}/held`)).toBeDefined();
    await api.patch(`${MAPS}/held`, { metadata: { finalizers: null } });
    expect(await api.refused('GET', `${MAPS}/held`)).toMatchObject({ code: 404 });
  });

  it.each([
    ['Foreground', ['foregroundDeletion']],
    ['Orphan', ['orphan']],
  ])('with policy %s leaves the object to the garbage collector', async (propagationPolicy, finalizers) => {
    const url = '/apis/apps/v1/namespaces/default/deployments';
    const name = `policy-${propagationPolicy.toLowerCase()}`;
    await api.create(url, deployment(name));
    const marked = await api.ok('DELETE', `${url}/${name}`, { body: { propagationPolicy } });
    expect(marked.metadata).toMatchObject({ finalizers, deletionTimestamp: expect.any(String) });
  });

  it('sends watchers the last state at a newer version', async () => {
    const created = await api.create(MAPS, configMap('farewell', { data: { a: '1' } }));
    const watch = await api.watch(`${MAPS}?watch=1&resourceVersion=${created.metadata.resourceVersion}`);
    await api.ok('DELETE', `${MAPS}/farewell`);
    const event = await watch.next();
    expect(event).toMatchObject({ type: 'DELETED', object: { data: { a: '1' } } });
    expect(Number(event?.object.metadata.resourceVersion)).toBeGreaterThan(Number(created.metadata.resourceVersion));
    watch.stop();
  });

  it('as a dry run deletes nothing', async () => {
    await api.create(MAPS, configMap('kept'));
    await api.ok('DELETE', `${MAPS}/kept?dryRun=All`);
    expect(await api.get(`${MAPS}/kept`)).toBeDefined();
  });

  it('refuses an unknown policy', async () => {
    await api.create(MAPS, configMap('policy'));
    expect(await api.refused('DELETE', `${MAPS}/policy`, { body: { propagationPolicy: 'Maybe' } })).toMatchObject({
      code: 422,
    });
  });
});

describe('a pod', () => {
  it('that no node has goes at once', async () => {
    await api.create(PODS, pod('unscheduled'));
    expect(await api.ok('DELETE', `${PODS}/unscheduled`)).toMatchObject({ kind: 'Pod' });
    expect(await api.refused('GET', `${PODS}/unscheduled`)).toMatchObject({ code: 404 });
  });

  it('that runs gets its grace period, which can only be shortened', async () => {
    await scheduledPod('graceful');
    expect((await api.ok('DELETE', `${PODS}/graceful`)).metadata.deletionGracePeriodSeconds).toBe(30);
    const longer = await api.ok('DELETE', `${PODS}/graceful`, { body: { gracePeriodSeconds: 60 } });
    expect(longer.metadata.deletionGracePeriodSeconds).toBe(30);
    const shorter = await api.ok('DELETE', `${PODS}/graceful`, { body: { gracePeriodSeconds: 5 } });
    expect(shorter.metadata.deletionGracePeriodSeconds).toBe(5);
    await api.ok('DELETE', `${PODS}/graceful`, { body: { gracePeriodSeconds: 0 } });
    expect(await api.refused('GET', `${PODS}/graceful`)).toMatchObject({ code: 404 });
  });

  it('that has finished goes at once', async () => {
    await scheduledPod('finished');
    await api.patch(`${PODS}/finished/status`, { status: { phase: 'Succeeded' } });
    await api.ok('DELETE', `${PODS}/finished`);
    expect(await api.refused('GET', `${PODS}/finished`)).toMatchObject({ code: 404 });
  });
});

it('deleting a collection takes what is selected, and leaves the rest', async () => {
  const url = '/api/v1/namespaces/kube-public/configmaps';
  await api.create(url, configMap('one', { metadata: { labels: { a: 'b' } } }));
  await api.create(url, configMap('two', { metadata: { labels: { a: 'b' } } }));
  await api.create(url, configMap('three'));
  await api.ok('DELETE', `${url}?labelSelector=a%3Db`);
  expect((await api.list(url)).items.map(({ metadata }) => metadata.name)).toEqual(['three']);
});
