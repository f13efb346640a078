import { eventually, ManualClock } from '@kubemin/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, type Loose, pod, TestApi } from '../../test-support/test-api.ts';
import { addAmounts, podAmounts } from './pod-amounts.ts';
import { exceededResources, totalUsage, usageIncrease } from './quota-arithmetic.ts';

let api: TestApi;
let count = 0;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

/** A namespace of its own with one quota. */
async function limited(spec: object, server = api): Promise<{ readonly url: string; readonly quota: string }> {
  count += 1;
  const url = `/api/v1/namespaces/limited-${count}`;
  await server.create('/api/v1/namespaces', { metadata: { name: `limited-${count}` } });
  await server.create(`${url}/resourcequotas`, { metadata: { name: 'quota' }, spec });
  const quota = `${url}/resourcequotas/quota`;
  await eventually(() => server.get(quota), { until: (object) => Object(object).status?.hard !== undefined });
  return { url, quota };
}

function quotaUsed(quota: Loose): Readonly<Record<string, string>> {
  return Object(quota).status.used;
}

function sized(name: string, resources: object): unknown {
  return pod(name, { containers: [{ name: 'main', image: 'i:1', resources }] });
}

describe('a quota', () => {
  it('starts with the existing objects of all users', async () => {
    const hard = { 'count/serviceaccounts': '5', configmaps: '5' };
    const { quota } = await limited({ hard });
    // The account `default` comes with the namespace, without a charge.
    const until = (object: Loose): boolean => quotaUsed(object)['count/serviceaccounts'] === '1';
    const counted = await eventually(() => api.get(quota), { until });
    expect(counted).toMatchObject({ status: { hard, used: { configmaps: '0' } } });
  });

  it('refuses what exceeds it, in Kubernetes’ words', async () => {
    const { url, quota } = await limited({ hard: { pods: '1', 'requests.cpu': '1500m' } });
    await api.create(`${url}/pods`, sized('a', { requests: { cpu: '1' } }));
    expect(await api.refused('POST', `${url}/pods`, { body: sized('b', { requests: { cpu: '1' } }) })).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message:
        'pods "b" is forbidden: exceeded quota: quota, requested: pods=1,requests.cpu=1, used: pods=1,requests.cpu=1, limited: pods=1,requests.cpu=1500m',
    });
    expect(quotaUsed(await api.get(quota))).toEqual({ pods: '1', 'requests.cpu': '1' });
  });

  it('requires pods to specify what it limits', async () => {
    const { url } = await limited({ hard: { 'limits.cpu': '1', 'requests.memory': '1Gi' } });
    const status = await api.refused('POST', `${url}/pods`, { body: pod('silent') });
    expect(status.message).toBe(
      'pods "silent" is forbidden: failed quota: quota: must specify limits.cpu for: main; requests.memory for: main',
    );
  });

  it('is never overdrawn, however many ask at once', async () => {
    const { url, quota } = await limited({ hard: { configmaps: '5' } });
    const names = Array.from({ length: 20 }, (_, index) => `m${index}`);
    const responses = await Promise.all(
      names.map((name) => api.send('POST', `${url}/configmaps`, { body: configMap(name) })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
    expect((await api.list(`${url}/configmaps`)).items).toHaveLength(5);
    expect(quotaUsed(await api.get(quota))).toEqual({ configmaps: '5' });
  });

  it('gets back what goes', async () => {
    const { url, quota } = await limited({ hard: { configmaps: '1' } });
    for (const name of ['a', 'b', 'c']) {
      await api.create(`${url}/configmaps`, configMap(name));
      await api.ok('DELETE', `${url}/configmaps/${name}`);
      await eventually(() => api.get(quota), { until: (object) => quotaUsed(object).configmaps === '0' });
    }
  });

  it('gets back what a finished pod used', async () => {
    const { url, quota } = await limited({ hard: { pods: '1', 'count/pods': '3' } });
    await api.create(`${url}/pods`, pod('done'));
    await api.patch(`${url}/pods/done/status`, { status: { phase: 'Succeeded' } });
    await eventually(() => api.get(quota), { until: (object) => quotaUsed(object).pods === '0' });
    expect(quotaUsed(await api.get(quota))).toEqual({ pods: '0', 'count/pods': '1' });
  });

  it('counts node ports when a service gets them later', async () => {
    const { url } = await limited({ hard: { services: '2', 'services.nodeports': '1' } });
    const ports = [
      { name: 'a', port: 1 },
      { name: 'b', port: 2 },
    ];
    await api.create(`${url}/services`, { metadata: { name: 's' }, spec: { ports } });
    const body = { spec: { type: 'NodePort' } };
    const status = await api.refused('PATCH', `${url}/services/s`, {
      body,
      contentType: 'application/merge-patch+json',
    });
    expect(status.message).toContain('requested: services.nodeports=2, used: services.nodeports=0');
  });

  it('counts storage by class', async () => {
    const key = 'gold.storageclass.storage.k8s.io/requests.storage';
    const { url, quota } = await limited({ hard: { 'requests.storage': '3Gi', [key]: '1Gi' } });
    const claim = (name: string, storageClassName: string): object => ({
      metadata: { name },
      spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage: '1Gi' } } },
    });
    await api.create(`${url}/persistentvolumeclaims`, claim('a', 'gold'));
    await api.create(`${url}/persistentvolumeclaims`, claim('b', 'tin'));
    expect(quotaUsed(await api.get(quota))).toEqual({ 'requests.storage': '2Gi', [key]: '1Gi' });
    await api.refused('POST', `${url}/persistentvolumeclaims`, { body: claim('c', 'gold') });
  });

  it('with scopes is about some pods only', async () => {
    const { url } = await limited({ hard: { pods: '1' }, scopes: ['BestEffort'] });
    await api.create(`${url}/pods`, pod('best'));
    await api.create(`${url}/pods`, sized('other', { requests: { cpu: '1' } }));
    expect(await api.refused('POST', `${url}/pods`, { body: pod('second') })).toMatchObject({ code: 403 });
  });

  it('that is raised lets more in', async () => {
    const { url, quota } = await limited({ hard: { configmaps: '0' } });
    await api.refused('POST', `${url}/configmaps`, { body: configMap('a') });
    await api.patch(quota, { spec: { hard: { configmaps: '1' } } });
    await api.create(`${url}/configmaps`, configMap('a'));
  });

  it('is not charged for a rehearsal, nor for long for what was refused later', async () => {
    const clock = new ManualClock();
    const server = await TestApi.start({ clock });
    const { url, quota } = await limited({ hard: { configmaps: '2' } }, server);
    await server.ok('POST', `${url}/configmaps?dryRun=All`, { body: configMap('a') });
    expect(quotaUsed(await server.get(quota))).toEqual({ configmaps: '0' });
    await server.create(`${url}/configmaps`, configMap('a'));
    await server.refused('POST', `${url}/configmaps`, { body: configMap('a') });
    expect(quotaUsed(await server.get(quota))).toEqual({ configmaps: '2' });
    const watch = await server.watch(`${url}/resourcequotas?watch=1`);
    await watch.next();
    await clock.advance(11_000);
    expect(await watch.next()).toMatchObject({ object: { status: { used: { configmaps: '1' } } } });
    watch.stop();
    await server.close();
  });

  it('counts again what changed while the server was down', async () => {
    const { memoryStorage } = await import('../../storage/memory-storage.ts');
    const storage = memoryStorage();
    const first = await TestApi.start({ storage });
    const { url, quota } = await limited({ hard: { configmaps: '3' } }, first);
    await first.create(`${url}/configmaps`, configMap('a'));
    await first.patch(`${quota}/status`, { status: { used: { configmaps: '3' } } });
    await first.close();
    const second = await TestApi.start({ storage });
    await eventually(() => second.get(quota), { until: (object) => quotaUsed(object).configmaps === '1' });
    await second.close();
  });
});

describe('quota arithmetic', () => {
  const amounts = fc.dictionary(
    fc.constantFrom('cpu', 'memory', 'pods'),
    fc.integer({ min: 0, max: 5000 }).map((n) => `${n}m`),
  );
  const hard = { cpu: '2', memory: '3', pods: '4' };

  it('what is used is the sum, in any order', () => {
    fc.assert(
      fc.property(fc.array(amounts), (usages) => {
        expect(totalUsage(usages, hard)).toEqual(totalUsage([...usages].reverse(), hard));
        expect(totalUsage(usages, hard)).toEqual(totalUsage([usages.reduce(addAmounts, {})], hard));
      }),
    );
  });

  it('an increase added to what was there is at least what is there now', () => {
    fc.assert(
      fc.property(amounts, amounts, (next, old) => {
        const reached = totalUsage([old, usageIncrease(next, old)], hard);
        expect(exceededResources({}, next, reached)).toEqual([]);
      }),
    );
  });

  it('exactly what does not fit is named', () => {
    fc.assert(
      fc.property(amounts, amounts, (used, delta) => {
        const after = totalUsage([used, delta], hard);
        const over = Object.keys(delta).filter(
          (name) => exceededResources({}, { [name]: after[name] ?? '0' }, hard).length > 0,
        );
        expect(exceededResources(used, delta, hard)).toEqual(over.sort());
      }),
    );
  });

  it('a pod counts at its hungriest moment', () => {
    const container = (name: string, cpu: string, more: object = {}) => ({
      name,
      resources: { requests: { cpu } },
      ...more,
    });
    const spec = {
      containers: [container('a', '1'), container('b', '1')],
      initContainers: [container('side', '500m', { restartPolicy: 'Always' }), container('init', '3')],
      overhead: { cpu: '100m' },
    };
    expect(podAmounts(spec, 'requests')).toEqual({ cpu: '3600m' });
    expect(podAmounts({ ...spec, initContainers: spec.initContainers.slice(0, 1) }, 'requests')).toEqual({
      cpu: '2600m',
    });
  });
});
