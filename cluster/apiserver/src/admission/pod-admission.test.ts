import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pod, TestApi } from '../test-support/test-api.ts';

const NAMESPACE = '/api/v1/namespaces/default';
const PODS = `${NAMESPACE}/pods`;
const CLASSES = '/apis/scheduling.k8s.io/v1/priorityclasses';
const KEYS = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'] as const;
let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

describe('tolerations', () => {
  const five = (key: string): object => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 });

  it('of five minutes are added for nodes in trouble', async () => {
    expect(await api.create(PODS, pod('patient'))).toMatchObject({
      spec: { tolerations: [five('node.kubernetes.io/not-ready'), five('node.kubernetes.io/unreachable')] },
    });
  });

  it('of five minutes stay when an update leaves them out', async () => {
    const created = await api.create(PODS, pod('changed'));
    const tolerations = [{ key: 'more', operator: 'Exists', effect: 'NoSchedule' }];
    const body = { ...created, spec: { ...Object(created.spec), tolerations } };
    expect(await api.ok('PUT', `${PODS}/changed`, { body })).toMatchObject({
      spec: { tolerations: [...tolerations, five(KEYS[0]), five(KEYS[1])] },
    });
  });

  it('that a pod has itself stay alone', async () => {
    const tolerations = [
      { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 1 },
    ];
    const created = await api.create(PODS, pod('own', { tolerations }));
    expect(created).toMatchObject({ spec: { tolerations: [...tolerations, five('node.kubernetes.io/unreachable')] } });
    const everything = await api.create(PODS, pod('everything', { tolerations: [{ operator: 'Exists' }] }));
    expect(everything).toMatchObject({ spec: { tolerations: [{ operator: 'Exists' }] } });
  });
});

describe('the priority of a pod', () => {
  it('is zero without a class, that of the class with one', async () => {
    expect(await api.create(PODS, pod('plain'))).toMatchObject({
      spec: { priority: 0, preemptionPolicy: 'PreemptLowerPriority' },
    });
    await api.create(CLASSES, { metadata: { name: 'high' }, value: 7, preemptionPolicy: 'Never' });
    expect(await api.create(PODS, pod('high', { priorityClassName: 'high' }))).toMatchObject({
      spec: { priority: 7, preemptionPolicy: 'Never' },
    });
    expect(await api.create(PODS, pod('system', { priorityClassName: 'system-node-critical' }))).toMatchObject({
      spec: { priority: 2_000_001_000 },
    });
  });

  it('cannot be of a class that is not there, nor chosen freely', async () => {
    const unknown = await api.refused('POST', PODS, { body: pod('x', { priorityClassName: 'missing' }) });
    expect(unknown).toMatchObject({
      code: 403,
      message: 'pods "x" is forbidden: no PriorityClass with name missing was found',
    });
    const chosen = await api.refused('POST', PODS, { body: pod('x', { priority: 9 }) });
    expect(chosen.message).toContain('the integer value of priority (9) must not be provided in pod spec');
  });

  it('is that of the one default class, if there is one', async () => {
    await api.create(CLASSES, { metadata: { name: 'usual' }, value: 3, globalDefault: true });
    expect(await api.create(PODS, pod('usual'))).toMatchObject({ spec: { priority: 3, priorityClassName: 'usual' } });
    const second = { metadata: { name: 'other' }, value: 4, globalDefault: true };
    expect((await api.refused('POST', CLASSES, { body: second })).message).toContain('Only one default can exist');
    await api.ok('DELETE', `${CLASSES}/usual`);
  });

  it('survives an update that does not mention it', async () => {
    const { spec, metadata } = await api.create(PODS, pod('sent-back', { priorityClassName: 'high' }));
    const { priority: _p, preemptionPolicy: _q, ...written } = Object(spec);
    const body = { metadata: { ...metadata, labels: { a: 'b' } }, spec: written };
    expect(await api.ok('PUT', `${PODS}/sent-back`, { body })).toMatchObject({ spec: { priority: 7 } });
  });
});

describe('a class that is the default', () => {
  const claims = `${NAMESPACE}/persistentvolumeclaims`;
  const claim = (name: string, more: object = {}): object => ({
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...more },
  });

  it('is given to claims and ingresses without one, and to no others', async () => {
    expect(await api.create(claims, claim('none'))).not.toHaveProperty('spec.storageClassName');
    const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
    await api.create('/apis/storage.k8s.io/v1/storageclasses', {
      metadata: { name: 'fast', annotations },
      provisioner: 'a.io/b',
    });
    expect(await api.create(claims, claim('some'))).toMatchObject({ spec: { storageClassName: 'fast' } });
    expect(await api.create(claims, claim('own', { storageClassName: '' }))).toMatchObject({
      spec: { storageClassName: '' },
    });
    await api.create('/apis/networking.k8s.io/v1/ingressclasses', {
      metadata: { name: 'door', annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
      spec: { controller: 'a.io/b' },
    });
    const spec = { defaultBackend: { service: { name: 's', port: { number: 1 } } } };
    const ingress = { metadata: { name: 'i' }, spec };
    expect(await api.create('/apis/networking.k8s.io/v1/namespaces/default/ingresses', ingress)).toMatchObject({
      spec: { ingressClassName: 'door' },
    });
  });
});

describe('limit ranges', () => {
  const ranges = (namespace: string): string => `/api/v1/namespaces/${namespace}/limitranges`;
  const podsIn = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;
  const limited = async (name: string, limits: readonly object[]): Promise<string> => {
    await api.create('/api/v1/namespaces', { metadata: { name } });
    await api.create(ranges(name), { metadata: { name: 'range' }, spec: { limits } });
    return podsIn(name);
  };
  const sized = (name: string, resources: object): unknown =>
    pod(name, { containers: [{ name: 'main', image: 'i:1', resources }] });

  it('give containers the defaults, and record it in an annotation', async () => {
    const url = await limited('defaults', [
      { type: 'Container', default: { cpu: '2', memory: '1Gi' }, defaultRequest: { cpu: '500m' } },
    ]);
    expect(await api.create(url, sized('p', { limits: { memory: '2Gi' } }))).toMatchObject({
      metadata: {
        annotations: {
          'kubernetes.io/limit-ranger':
            'LimitRanger plugin set: cpu request for container main; cpu limit for container main',
        },
      },
      spec: {
        containers: [{ resources: { requests: { cpu: '500m', memory: '2Gi' }, limits: { cpu: '2', memory: '2Gi' } } }],
      },
    });
  });

  it.each([
    [
      { type: 'Container', max: { cpu: '1' }, default: { cpu: '1' } },
      { limits: { cpu: '2' } },
      'maximum cpu usage per Container is 1, but limit is 2',
    ],
    [
      { type: 'Container', min: { memory: '1Gi' } },
      { requests: { memory: '512Mi' } },
      'minimum memory usage per Container is 1Gi, but request is 512Mi',
    ],
    [{ type: 'Pod', max: { cpu: '1' } }, {}, 'maximum cpu usage per Pod is 1. No limit is specified'],
    [
      { type: 'Container', maxLimitRequestRatio: { cpu: '2' } },
      { requests: { cpu: '1' }, limits: { cpu: '3' } },
      'cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000',
    ],
  ])('%j refuse %j', async (item, resources, why) => {
    const url = await limited(`limits-${why.length}`, [item]);
    const status = await api.refused('POST', url, { body: sized('p', resources) });
    expect(status).toMatchObject({ code: 403, reason: 'Forbidden' });
    expect(status.message).toContain(why);
  });

  it('look at the sum of containers, and at claims', async () => {
    const url = await limited('sums', [
      { type: 'Pod', max: { cpu: '3' } },
      { type: 'PersistentVolumeClaim', max: { storage: '1Gi' } },
    ]);
    const containers = ['a', 'b'].map((name) => ({ name, image: 'i', resources: { limits: { cpu: '2' } } }));
    const status = await api.refused('POST', url, { body: pod('p', { containers }) });
    expect(status.message).toContain('maximum cpu usage per Pod is 3, but limit is 4');
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } };
    const claim = await api.refused('POST', '/api/v1/namespaces/sums/persistentvolumeclaims', {
      body: { metadata: { name: 'c' }, spec },
    });
    expect(claim.message).toContain('maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 2Gi');
  });
});
