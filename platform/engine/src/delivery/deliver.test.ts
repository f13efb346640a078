import { silentLogger, systemClock, systemRandom } from '@kubemin/base';
import { createInformerFactory, createKubeClient } from '@kubemin/kube';
import { type ApiHandler, forbidden, internal, type StatusError } from '@kubemin/kubeapi';
import { batch, core, rbac } from '@kubemin/kubeapi/resources';
import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { ConfigMap } from '@kubemin/kubeapi/types/core.v1';
import { LABEL, type RenderedObject } from '@kubemin/render';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type DeliveryContext, deliver } from './deliver.ts';
import { withReruns } from './rerun.ts';

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());

function context(appId = 'app-1'): DeliveryContext {
  const end = new AbortController();
  const { signal } = end;
  const { client } = cluster;
  const informers = createInformerFactory({ client, clock: systemClock, random: systemRandom, logger: silentLogger });
  informers.start(signal);
  onTestFinished(() => end.abort());
  return { client, appId, signal, informers, report: async () => undefined, write: (effect) => effect(signal) };
}

function settings(name: string, data: Record<string, string>, appId = 'app-1'): ConfigMap {
  const metadata = { name, namespace: 'default', labels: { [LABEL.appId]: appId } };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data };
}

function rendered(object: ConfigMap, onExisting: RenderedObject['onExisting'] = 'apply'): RenderedObject {
  return { component: 'settings', object, onExisting };
}

const stored = (name: string) => cluster.client.resource(core.v1.configmaps, 'default').get(name);

test('created, then unchanged without a new version, then updated with what left the document removed', async () => {
  expect((await deliver(context(), rendered(settings('one', { a: '1', b: '2' })))).change).toBe('created');
  const before = await stored('one');
  expect((await deliver(context(), rendered(settings('one', { a: '1', b: '2' })))).change).toBe('unchanged');
  expect((await stored('one')).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  expect((await deliver(context(), rendered(settings('one', { a: '3' })))).change).toBe('updated');
  expect((await stored('one')).data).toEqual({ a: '3' });
});

test.each(['not JSON', '7', '["data"]'])(
  'an annotation with invalid content (%s) costs no field of others',
  async (text) => {
    const name = `spoilt-${text.length}`;
    await deliver(context(), rendered(settings(name, { ours: '1' })));
    const configMaps = cluster.client.resource(core.v1.configmaps, 'default');
    const annotations = { 'kubemin.io/last-applied': text };
    await configMaps.patch(name, { type: 'merge', body: { metadata: { annotations }, data: { theirs: '2' } } });
    await deliver(context(), rendered(settings(name, { ours: '3' })));
    expect((await stored(name)).data).toEqual({ ours: '3', theirs: '2' });
  },
);

test('what others added stays', async () => {
  await deliver(context(), rendered(settings('shared', { ours: '1' })));
  const configMaps = cluster.client.resource(core.v1.configmaps, 'default');
  await configMaps.patch('shared', { type: 'merge', body: { data: { theirs: '2' } } });
  await deliver(context(), rendered(settings('shared', { ours: '3' })));
  expect((await stored('shared')).data).toEqual({ ours: '3', theirs: '2' });
});

describe('W-14: an object of another owner', () => {
  test.each([
    ['without our label', {}, /ConfigMap "foreign-0" in namespace default already exists and has no .* label/],
    ['of another application', { [LABEL.appId]: 'app-2' }, /belongs to application app-2/],
  ])('%s is refused by name and not touched', async (_name, labels, words) => {
    const name = `foreign-${Object.keys(labels).length}`;
    const configMaps = cluster.client.resource(core.v1.configmaps, 'default');
    const theirs = await configMaps.create({
      ...settings(name, { x: '1' }),
      metadata: { name, namespace: 'default', labels },
    });
    const delivery = deliver(context(), rendered(settings(name, { x: '2' })));
    await expect(delivery).rejects.toMatchObject({ code: 'FOREIGN_OBJECT', message: expect.stringMatching(words) });
    expect(await stored(name)).toEqual(theirs);
    expect((await deliver(context(), rendered(settings(name, { x: '2' }), 'keep'))).change).toBe('kept');
    expect((await deliver(context(), rendered(settings(name, { x: '2' }), 'yield'))).change).toBe('yielded');
    expect(await stored(name)).toEqual(theirs);
  });
});

test('our own object is kept when the document demands it, and updated when it only yields to others', async () => {
  await deliver(context(), rendered(settings('kept', { x: '1' })));
  expect((await deliver(context(), rendered(settings('kept', { x: '2' }), 'keep'))).change).toBe('kept');
  expect((await deliver(context(), rendered(settings('kept', { x: '2' }), 'yield'))).change).toBe('updated');
});

describe('what cannot be changed in place', () => {
  const job = (name: string, image: string, spec: Partial<Job['spec']> = {}): RenderedObject => {
    const metadata = { name, namespace: 'default', labels: { [LABEL.appId]: 'app-1' } };
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image }] } };
    const object: Job = { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { parallelism: 1, template, ...spec } };
    return { component: 'migrate', object, onExisting: 'apply', onChange: 'replace' };
  };

  const end = async (name: string, type: 'Complete' | 'Failed') => {
    // As the controller of Jobs writes it: Kubernetes accepts no less.
    const before = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget';
    const conditions = [before, type].map((each) => ({ type: each, status: 'True' }));
    const startTime = '2026-01-01T00:00:00Z';
    const completion = type === 'Complete' ? { completionTime: startTime } : {};
    const body = { status: { startTime, ...completion, conditions } };
    const jobs = cluster.client.resource(batch.v1.jobs, 'default');
    await jobs.patch(name, { type: 'merge', body }, { subresource: 'status' });
  };

  test('a job that runs something else is created again; one that does not is left as it is', async () => {
    const first = await deliver(context(), job('migrate', 'tool:1'));
    expect((await deliver(context(), job('migrate', 'tool:1'))).change).toBe('unchanged');
    const second = await deliver(context(), job('migrate', 'tool:2'));
    expect(second.change).toBe('replaced');
    expect(second.object.metadata.uid).not.toBe(first.object.metadata.uid);
    expect(second.object).toMatchObject({ spec: { template: { spec: { containers: [{ image: 'tool:2' }] } } } });
  });

  test('what may change is changed in place', async () => {
    const first = await deliver(context(), job('scaled', 'tool:1'));
    const second = await deliver(context(), job('scaled', 'tool:1', { parallelism: 0 }));
    expect(second.change).toBe('updated');
    expect(second.object.metadata.uid).toBe(first.object.metadata.uid);
  });

  test('a Service without an address gets one, and the other way round; what others wrote on it stays', async () => {
    const service = (clusterIP?: string): RenderedObject => {
      const metadata = { name: 'head', namespace: 'default', labels: { [LABEL.appId]: 'app-1' } };
      const spec = { selector: { a: 'b' }, ports: [{ port: 80 }], ...(clusterIP !== undefined && { clusterIP }) };
      const object = { apiVersion: 'v1', kind: 'Service', metadata, spec };
      return { component: 'head', object, onExisting: 'apply' };
    };
    const first = await deliver({ ...context(), job: { taskId: 'run-1' } }, service());
    const services = cluster.client.resource(core.v1.services, 'default');
    const annotations = { 'example.org/note': 'mine' };
    await services.patch('head', { type: 'merge', body: { metadata: { annotations } } });
    expect((await deliver({ ...context(), job: { taskId: 'run-2' } }, service('None'))).change).toBe('replaced');
    const headless = await services.get('head');
    expect(headless.metadata.uid).not.toBe(first.object.metadata.uid);
    expect(headless.spec?.clusterIP).toBe('None');
    expect(headless.metadata.annotations).toMatchObject({ ...annotations, 'kubemin.io/created-by-run': 'run-1' });
    expect((await deliver(context(), service('None'))).change).toBe('unchanged');
    expect((await deliver(context(), service())).change).toBe('replaced');
    expect((await services.get('head')).spec?.clusterIP).toMatch(/^\d/);
  });

  test('a binding that refers to another role is created again', async () => {
    const binding = (role: string): RenderedObject => {
      const metadata = { name: 'bound', namespace: 'default', labels: { [LABEL.appId]: 'app-1' } };
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: role };
      const subjects = [{ kind: 'ServiceAccount', name: 'sa', namespace: 'default' }];
      const apiVersion = 'rbac.authorization.k8s.io/v1';
      const object = { apiVersion, kind: 'RoleBinding', metadata, roleRef, subjects };
      return { component: 'bound', object, onExisting: 'apply' };
    };
    await deliver(context(), binding('reader'));
    expect((await deliver(context(), binding('writer'))).change).toBe('replaced');
    const live = await cluster.client.resource(rbac.v1.rolebindings, 'default').get('bound');
    expect(live.roleRef.name).toBe('writer');
  });

  test('a Deployment whose selector would change is refused in words, and stays', async () => {
    const deployment = (app: string): RenderedObject => {
      const metadata = { name: 'picky', namespace: 'default', labels: { [LABEL.appId]: 'app-1' } };
      const template = { metadata: { labels: { app } }, spec: { containers: [{ name: 'main', image: 'a' }] } };
      const spec = { selector: { matchLabels: { app } }, template };
      const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec };
      return { component: 'picky', object, onExisting: 'apply' };
    };
    await deliver(context(), deployment('one'));
    await expect(deliver(context(), deployment('two'))).rejects.toMatchObject({
      code: 'IMMUTABLE_CHANGE',
      message: expect.stringMatching(
        /Deployment "picky" in namespace default .* spec\.selector; give the component another/,
      ),
    });
  });

  test('a Job that is to run once more is created again once, and a run that does not request it leaves it', async () => {
    const uid = async () => (await cluster.client.resource(batch.v1.jobs, 'default').get('again')).metadata.uid;
    const asked = (run: string) => withReruns([job('again', 'tool:1')], run)[0] ?? job('again', 'tool:1');
    await deliver(context(), job('again', 'tool:1'));
    await end('again', 'Complete');
    const first = await uid();
    expect((await deliver(context(), job('again', 'tool:1'))).change).toBe('unchanged');
    expect((await deliver(context(), asked('run-1'))).change).toBe('replaced');
    const second = await uid();
    expect(second).not.toBe(first);
    expect((await deliver(context(), asked('run-1'))).change).toBe('unchanged');
    expect((await deliver(context(), job('again', 'tool:1'))).change).toBe('updated');
    expect(await uid()).toBe(second);
    await end('again', 'Failed');
    expect((await deliver(context(), asked('run-2'))).change).toBe('replaced');
  });

  test('a Job that is running when it is to run once more is not interrupted, nor created again once it has ended', async () => {
    const plain = job('busy', 'tool:1');
    const asked = withReruns([plain], 'run-1')[0] ?? plain;
    const { object } = await deliver(context(), plain);
    const { change, object: kept } = await deliver(context(), asked);
    expect([change, kept.metadata.uid]).toEqual(['updated', object.metadata.uid]);
    await end('busy', 'Complete');
    expect((await deliver(context(), asked)).change).toBe('unchanged');
  });

  test("another owner's object is never created again", async () => {
    await deliver(context('app-2'), job('theirs', 'tool:1'));
    const { metadata, ...rest } = job('theirs', 'tool:1').object;
    const labels = { [LABEL.appId]: 'app-2' };
    const jobs = cluster.client.resource(batch.v1.jobs, 'default');
    await jobs.patch('theirs', { type: 'merge', body: { metadata: { labels } } });
    const object = { ...rest, metadata: { ...metadata, labels: { [LABEL.appId]: 'app-1' } } };
    const changed = { ...job('theirs', 'tool:2'), object };
    await expect(deliver(context('app-1'), changed)).rejects.toMatchObject({ code: 'FOREIGN_OBJECT' });
  });
});

test('a kind the cluster does not have', async () => {
  const object = { apiVersion: 'unknown/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'default' } };
  const delivery = deliver(context(), { component: 'c', object, onExisting: 'apply' });
  await expect(delivery).rejects.toMatchObject({ code: 'KIND_UNKNOWN' });
});

describe('where no run has begun before', () => {
  /** A context of a first run, what it reads, and an API that refuses to create what `refused` names. */
  function firstRun(refused?: StatusError) {
    const reads: string[] = [];
    const handler: ApiHandler = async (request) => {
      if (request.method === 'GET') reads.push(request.path);
      if (request.method !== 'POST' || refused === undefined) return cluster.handler(request);
      return { kind: 'object', status: refused.status.code ?? 500, headers: {}, object: refused.status };
    };
    return { reads, context: { ...context(), client: createKubeClient(handler), firstRun: true } };
  }

  test('an object is created without a look, and looked at when its name is taken', async () => {
    const first = firstRun();
    const wanted = rendered(settings('first', { a: '1' }));
    expect((await deliver(first.context, wanted)).change).toBe('created');
    expect(first.reads).toEqual([]);
    expect((await deliver(first.context, wanted)).change).toBe('unchanged');
    expect((await deliver(first.context, rendered(settings('first', { a: '2' })))).change).toBe('updated');
    const others = { ...first.context, appId: 'app-2' };
    await expect(deliver(others, wanted)).rejects.toThrow(/belongs to application app-1/);
    expect((await deliver(others, rendered(settings('first', {}), 'yield'))).change).toBe('yielded');
    expect((await deliver(others, rendered(settings('first', {}), 'keep'))).change).toBe('kept');
  });

  const full = forbidden('exceeded quota: all', core.v1.configmaps);

  test('a creation that is refused for another reason than the name is no reason, where the object is there', async () => {
    await deliver(context(), rendered(settings('there', { a: '1' })));
    const { change, object } = await deliver(firstRun(full).context, rendered(settings('there', { a: '1' })));
    expect([change, object.metadata.name]).toEqual(['unchanged', 'there']);
    const others = { ...firstRun(full).context, appId: 'app-2' };
    await expect(deliver(others, rendered(settings('there', {})))).rejects.toThrow(/belongs to application app-1/);
  });

  test('a creation that is refused fails with that reason where nothing is there, and what may pass is not looked at', async () => {
    const refused = firstRun(full);
    await expect(deliver(refused.context, rendered(settings('nowhere', {})))).rejects.toThrow(/exceeded quota/);
    expect(refused.reads).toEqual(['/api/v1/namespaces/default/configmaps/nowhere']);
    const busy = firstRun(internal(new Error('busy')));
    await expect(deliver(busy.context, rendered(settings('nowhere', {})))).rejects.toThrow(/busy/);
    expect(busy.reads).toEqual([]);
  });
});
