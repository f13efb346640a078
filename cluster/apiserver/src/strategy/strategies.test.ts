import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configMap, deployment, pod, TestApi } from '../test-support/test-api.ts';

const NAMESPACE = '/api/v1/namespaces/default';
const APPS = '/apis/apps/v1/namespaces/default';
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

describe('pods', () => {
  it('start Pending with the defaults a kubelet expects', async () => {
    expect(await api.create(`${NAMESPACE}/pods`, pod('defaults'))).toMatchObject({
      status: { phase: 'Pending', qosClass: 'BestEffort' },
      spec: {
        restartPolicy: 'Always',
        dnsPolicy: 'ClusterFirst',
        schedulerName: 'default-scheduler',
        terminationGracePeriodSeconds: 30,
        enableServiceLinks: true,
        containers: [{ imagePullPolicy: 'IfNotPresent', terminationMessagePath: '/dev/termination-log' }],
      },
    });
  });

  it.each([
    ['app', 'Always'],
    ['app:latest', 'Always'],
    ['registry.test:5000/app', 'Always'],
    ['registry.test:5000/app:1', 'IfNotPresent'],
    [`app@sha256:${'0'.repeat(64)}`, 'IfNotPresent'],
  ])('pull %s: %s', async (image, imagePullPolicy) => {
    const spec = { containers: [{ name: 'c', image }] };
    const created = await api.ok('POST', `${NAMESPACE}/pods?dryRun=All`, { body: pod('pull', spec) });
    expect(created).toMatchObject({ spec: { containers: [{ imagePullPolicy }] } });
  });

  it.each([
    ['Guaranteed', { limits: { cpu: '1', memory: '1Gi' } }],
    ['Burstable', { requests: { cpu: '1' } }],
    ['Burstable', { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '500m' } }],
  ])('are %s with resources %j', async (qosClass, resources) => {
    const spec = { containers: [{ name: 'c', image: 'i:1', resources }] };
    const created = await api.ok('POST', `${NAMESPACE}/pods?dryRun=All`, { body: pod('qos', spec) });
    expect(created).toMatchObject({ status: { qosClass } });
  });

  it('are refused with every problem at once', async () => {
    const containers = [
      { name: 'a', image: '', volumeMounts: [{ name: 'nowhere', mountPath: '/x' }] },
      { name: 'a', image: 'i', ports: [{ containerPort: 70_000 }] },
    ];
    const status = await api.refused('POST', `${NAMESPACE}/pods`, { body: pod('bad', { containers }) });
    expect(status.details?.causes?.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
      'spec.containers[0].image FieldValueRequired',
      'spec.containers[0].volumeMounts[0].name FieldValueNotFound',
      'spec.containers[1].name FieldValueDuplicate',
      'spec.containers[1].ports[0].containerPort FieldValueInvalid',
    ]);
  });

  it('may change their image, not their command', async () => {
    await api.create(`${NAMESPACE}/pods`, pod('changing'));
    const change = (container: object): unknown => ({ spec: { containers: [{ name: 'main', ...container }] } });
    const contentType = 'application/strategic-merge-patch+json';
    await api.patch(`${NAMESPACE}/pods/changing`, change({ image: 'registry.test/app:2' }), 'strategic-merge');
    const status = await api.refused('PATCH', `${NAMESPACE}/pods/changing`, {
      body: change({ command: ['x'] }),
      contentType,
    });
    expect(status).toMatchObject({
      code: 422,
      message: expect.stringContaining('pod updates may not change fields other than'),
    });
  });

  it('are bound once', async () => {
    await api.create(`${NAMESPACE}/pods`, pod('bound'));
    const bind = (name: string) =>
      api.send('POST', `${NAMESPACE}/pods/bound/binding`, { body: { target: { kind: 'Node', name } } });
    expect((await bind('one')).status).toBe(201);
    expect(await bind('two')).toMatchObject({ status: 409 });
    expect(await api.get(`${NAMESPACE}/pods/bound`)).toMatchObject({
      spec: { nodeName: 'one' },
      status: { conditions: [{ type: 'PodScheduled', status: 'True' }] },
    });
  });

  it('are bound by exactly one of two schedulers', async () => {
    await api.create(`${NAMESPACE}/pods`, pod('contested'));
    const outcomes = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        api.send('POST', `${NAMESPACE}/pods/contested/binding`, { body: { target: { name } } }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('workloads', () => {
  it('deployments get their defaults, in the template too', async () => {
    expect(await api.create(`${APPS}/deployments`, deployment('defaults'))).toMatchObject({
      spec: {
        replicas: 1,
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
        template: { spec: { restartPolicy: 'Always', containers: [{ imagePullPolicy: 'IfNotPresent' }] } },
      },
    });
  });

  it('a deployment whose selector misses its pods is refused', async () => {
    const body = deployment('lost', { selector: { matchLabels: { app: 'other' } } });
    const status = await api.refused('POST', `${APPS}/deployments`, { body });
    expect(status.message).toContain('`selector` does not match template `labels`');
  });

  it('the selector of a deployment cannot change', async () => {
    await api.create(`${APPS}/deployments`, deployment('immutable'));
    const labels = { app: 'new' };
    const body = { spec: { selector: { matchLabels: labels }, template: { metadata: { labels } } } };
    const status = await api.refused('PATCH', `${APPS}/deployments/immutable`, {
      body,
      contentType: 'application/merge-patch+json',
    });
    expect(status.details?.causes).toMatchObject([
      { field: 'spec.selector', message: expect.stringContaining('field is immutable') },
    ]);
  });

  it('a stateful set may mount its claims, and only change what can be rolled out', async () => {
    const labels = { app: 'db' };
    const containers = [{ name: 'db', image: 'db:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] }];
    const volumeClaimTemplates = [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1024Mi' } } },
      },
    ];
    const spec = {
      serviceName: 'db',
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
      volumeClaimTemplates,
    };
    expect(await api.create(`${APPS}/statefulsets`, { metadata: { name: 'db' }, spec })).toMatchObject({
      spec: {
        podManagementPolicy: 'OrderedReady',
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
        volumeClaimTemplates: [
          { kind: 'PersistentVolumeClaim', spec: { resources: { requests: { storage: '1Gi' } } } },
        ],
      },
    });
    await api.patch(`${APPS}/statefulsets/db`, { spec: { replicas: 3 } });
    const contentType = 'application/merge-patch+json';
    const status = await api.refused('PATCH', `${APPS}/statefulsets/db`, {
      body: { spec: { serviceName: 'x' } },
      contentType,
    });
    expect(status.message).toContain('updates to statefulset spec for fields other than');
  });

  it('a job selects its pods by its own uid', async () => {
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i:1' }] } };
    const job = await api.create('/apis/batch/v1/namespaces/default/jobs', {
      metadata: { name: 'job' },
      spec: { template },
    });
    const labels = { 'batch.kubernetes.io/controller-uid': job.metadata.uid };
    expect(job).toMatchObject({
      spec: { backoffLimit: 6, selector: { matchLabels: labels }, template: { metadata: { labels } } },
    });
  });
});

describe('secrets', () => {
  it('turn stringData into data', async () => {
    const secret = await api.create(`${NAMESPACE}/secrets`, {
      metadata: { name: 's' },
      data: { a: 'YQ==' },
      stringData: { b: 'ü' },
    });
    expect(secret).toMatchObject({ type: 'Opaque', data: { a: 'YQ==', b: Buffer.from('ü').toString('base64') } });
    expect(secret).not.toHaveProperty('stringData');
  });

  it('keep their type, and their data when immutable', async () => {
    await api.create(`${NAMESPACE}/secrets`, { metadata: { name: 'fixed' }, immutable: true, stringData: { a: 'b' } });
    const contentType = 'application/merge-patch+json';
    for (const body of [{ type: 'other' }, { stringData: { a: 'c' } }, { immutable: false }]) {
      expect(await api.refused('PATCH', `${NAMESPACE}/secrets/fixed`, { body, contentType })).toMatchObject({
        code: 422,
      });
    }
  });

  it('that are not base64 are refused without being shown', async () => {
    const status = await api.refused('POST', `${NAMESPACE}/secrets`, {
      body: { metadata: { name: 'x' }, data: { a: 'geheim!' } },
    });
    expect(status).toMatchObject({
      code: 400,
      message: expect.stringContaining('illegal base64 data at input byte 6'),
    });
    expect(JSON.stringify(status)).not.toContain('geheim');
  });
});

describe('namespaces', () => {
  it('are Active, labelled with their name and held by a finalizer', async () => {
    expect(await api.create('/api/v1/namespaces', { metadata: { name: 'fresh' } })).toMatchObject({
      metadata: { labels: { 'kubernetes.io/metadata.name': 'fresh' } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
  });

  it('that are deleted take nothing new, lose their contents and then go', async () => {
    await api.create('/api/v1/namespaces', { metadata: { name: 'doomed' } });
    const maps = '/api/v1/namespaces/doomed/configmaps';
    await api.create(maps, configMap('held', { metadata: { finalizers: ['test.io/wait'] } }));
    await api.create(maps, configMap('free'));
    const watch = await api.watch('/api/v1/namespaces?watch=1&fieldSelector=metadata.name%3Ddoomed');
    expect(await api.ok('DELETE', '/api/v1/namespaces/doomed')).toMatchObject({ status: { phase: 'Terminating' } });
    expect(await api.refused('POST', maps, { body: configMap('late') })).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      details: { causes: [{ reason: 'NamespaceTerminating' }] },
    });
    const marked = await api.watch(`${maps}?watch=1&fieldSelector=metadata.name%3Dheld`);
    while (true) {
      const event = await marked.next();
      if (event?.object.metadata.deletionTimestamp !== undefined) break;
    }
    await api.patch(`${maps}/held`, { metadata: { finalizers: null } });
    expect((await watch.nextChanges(3)).at(-1)).toBe('DELETED doomed');
    watch.stop();
    marked.stop();
  });

  it('that every cluster needs cannot be deleted', async () => {
    expect(await api.refused('DELETE', '/api/v1/namespaces/default')).toMatchObject({ code: 403 });
  });
});

it('claims and volumes start Pending', async () => {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  expect(await api.create(`${NAMESPACE}/persistentvolumeclaims`, { metadata: { name: 'c' }, spec })).toMatchObject({
    status: { phase: 'Pending' },
    spec: { volumeMode: 'Filesystem' },
  });
});
