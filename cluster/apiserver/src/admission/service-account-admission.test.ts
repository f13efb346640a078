import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPod } from '../handler/pods.ts';
import { pod, TestApi } from '../test-support/test-api.ts';

const PODS = '/api/v1/namespaces/default/pods';
const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts';
const MOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ rootCa: 'PEM' });
  await api.create(ACCOUNTS, { metadata: { name: 'silent' }, automountServiceAccountToken: false });
  await api.create(ACCOUNTS, { metadata: { name: 'puller' }, imagePullSecrets: [{ name: 'registry' }] });
});
afterAll(() => api.close());

async function created(name: string, spec: Readonly<Record<string, unknown>> = {}): Promise<NonNullable<Pod['spec']>> {
  const made = await api.create(PODS, pod(name, spec));
  if (!isPod(made) || made.spec === undefined) throw new Error('no pod');
  return made.spec;
}

describe('a pod', () => {
  it('runs as default and finds its credentials, read-only', async () => {
    const spec = await created('plain');
    expect(spec).toMatchObject({ serviceAccountName: 'default', serviceAccount: 'default' });
    const [volume] = spec.volumes ?? [];
    expect(volume?.name).toMatch(/^kube-api-access-[a-z0-9]{5}$/);
    expect(volume?.projected).toEqual({
      defaultMode: 0o644,
      sources: [
        { serviceAccountToken: { path: 'token', expirationSeconds: 3607 } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
    });
    expect(spec.containers[0]?.volumeMounts).toEqual([{ name: volume?.name, readOnly: true, mountPath: MOUNT }]);
  });

  it.each([
    ['the pod opts out', { automountServiceAccountToken: false }],
    ['the account opts out', { serviceAccountName: 'silent' }],
  ])('gets none when %s', async (what, spec) => {
    expect((await created(what.replaceAll(' ', '-'), spec)).volumes).toBeUndefined();
  });

  it('gets them all the same when it contradicts its account', async () => {
    const spec = await created('insists', { serviceAccountName: 'silent', automountServiceAccountToken: true });
    expect(spec.volumes).toHaveLength(1);
  });

  it('keeps what it mounts there itself', async () => {
    const volumeMounts = [{ name: 'own', mountPath: MOUNT }];
    const containers = [{ name: 'main', image: 'registry.test/app:1', volumeMounts }];
    const spec = await created('own', { containers, volumes: [{ name: 'own', emptyDir: {} }] });
    expect(spec.volumes).toHaveLength(1);
    expect(spec.containers[0]?.volumeMounts).toHaveLength(1);
  });

  it('takes the pull secrets of its account', async () => {
    expect((await created('pulls', { serviceAccountName: 'puller' })).imagePullSecrets).toEqual([{ name: 'registry' }]);
  });

  it('of an account that is not there is refused', async () => {
    const body = pod('lost', { serviceAccountName: 'missing' });
    expect((await api.refused('POST', PODS, { body })).message).toBe(
      'pods "lost" is forbidden: error looking up service account default/missing: serviceaccount "missing" not found',
    );
  });

  it('can be made the moment its namespace exists', async () => {
    await api.create('/api/v1/namespaces', { metadata: { name: 'fresh' } });
    await api.create('/api/v1/namespaces/fresh/pods', pod('first'));
  });
});

describe('every namespace', () => {
  it('has a default account and the authority, also after they were deleted', async () => {
    const watch = await api.watch(`${ACCOUNTS}?watch=1&fieldSelector=metadata.name%3Ddefault`);
    expect(await watch.nextChanges(1)).toEqual(['ADDED default']);
    await api.ok('DELETE', `${ACCOUNTS}/default`);
    expect(await watch.nextChanges(2)).toEqual(['DELETED default', 'ADDED default']);
    watch.stop();
    const map = await api.get('/api/v1/namespaces/kube-system/configmaps/kube-root-ca.crt');
    expect(map.data).toEqual({ 'ca.crt': 'PEM' });
  });

  it('gets its authority back when that was changed', async () => {
    const path = '/api/v1/namespaces/kube-system/configmaps';
    const watch = await api.watch(`${path}?watch=1&fieldSelector=metadata.name%3Dkube-root-ca.crt`);
    expect(await watch.nextChanges(1)).toEqual(['ADDED kube-root-ca.crt']);
    const body = { metadata: { name: 'kube-root-ca.crt' }, data: { 'ca.crt': '' } };
    await api.ok('PUT', `${path}/kube-root-ca.crt`, { body });
    await watch.nextChanges(2);
    watch.stop();
    expect((await api.get(`${path}/kube-root-ca.crt`)).data).toEqual({ 'ca.crt': 'PEM' });
  });

  it('can still be deleted', async () => {
    await api.create('/api/v1/namespaces', { metadata: { name: 'short' } });
    const watch = await api.watch('/api/v1/namespaces?watch=1&fieldSelector=metadata.name%3Dshort');
    await api.ok('DELETE', '/api/v1/namespaces/short');
    for (let event = await watch.next(); event?.type !== 'DELETED'; event = await watch.next()) {
      if (event === undefined) throw new Error('the watch ended');
    }
    watch.stop();
  });
});

describe('without the plug-in', () => {
  it('pods are left alone', async () => {
    const plain = await TestApi.start({ admission: [] });
    const made = await plain.create(PODS, pod('plain', { serviceAccountName: 'missing' }));
    expect(made.spec).not.toHaveProperty('volumes');
    await plain.close();
  });

  it('an unknown plug-in fails the start', async () => {
    await expect(TestApi.start({ admission: ['Typo'] })).rejects.toMatchObject({ code: 'UNKNOWN_ADMISSION_PLUGIN' });
  });
});
