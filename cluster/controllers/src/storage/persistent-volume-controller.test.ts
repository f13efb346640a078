import { core, storage } from '@kubemin/kubeapi/resources';
import type { PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { eventually, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeCluster } from '../test-support/describe-cluster.ts';
import { pod } from '../test-support/workload.ts';

describeCluster('volumes', (start) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await start({ builtin: { storage: { localPath: { root: '/volumes' } } } });
  });
  afterAll(() => cluster.close());

  const claims = () => cluster.client.resource(core.v1.persistentvolumeclaims, 'default');
  const volumes = () => cluster.client.resource(core.v1.persistentvolumes);

  function claim(name: string, spec: Partial<PersistentVolumeClaim['spec']> = {}): PersistentVolumeClaim {
    const base = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } }, ...spec };
    return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name }, spec: base };
  }

  const bound = (name: string) =>
    eventually(() => claims().get(name), { until: ({ status }) => status?.phase === 'Bound' });

  test('a claim gets a volume of the built-in class, which goes when the claim goes', async () => {
    await claims().create(claim('dynamic'));
    const { spec, status } = await bound('dynamic');
    expect([spec?.storageClassName, status?.capacity]).toEqual(['standard', { storage: '2Gi' }]);
    const name = spec?.volumeName ?? '';
    await eventually(async () => (await volumes().get(name)).status?.phase === 'Bound');
    const storageClass = await cluster.client.resource(storage.v1.storageclasses).get('standard');
    expect(storageClass.metadata.annotations?.['storageclass.kubernetes.io/is-default-class']).toBe('true');
    await claims().delete('dynamic');
    await eventually(async () => (await volumes().find(name)) === undefined);
  });

  test('a claim takes a volume that fits, which stays, released, when the claim goes', async () => {
    const spec = {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '3Gi' },
      storageClassName: 'manual',
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: '/data' },
    };
    await claims().create(claim('static', { storageClassName: 'manual' }));
    await volumes().create({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'by-hand' }, spec });
    expect((await bound('static')).spec?.volumeName).toBe('by-hand');
    await claims().delete('static');
    await eventually(async () => (await volumes().get('by-hand')).status?.phase === 'Released');
  });

  test('a claim that a pod uses, and its volume, stay until the pod is gone', async () => {
    const pods = cluster.client.resource(core.v1.pods, 'default');
    await claims().create(claim('used'));
    const name = (await bound('used')).spec?.volumeName ?? '';
    const data = { name: 'data', persistentVolumeClaim: { claimName: 'used' } };
    const { spec, ...head } = pod('user');
    await pods.create({ ...head, spec: { containers: [], ...spec, volumes: [data] } });
    await eventually(async () => (await pods.get('user')).status?.phase === 'Running');
    await claims().delete('used');
    await volumes().delete(name);
    // Proof that the controller has been at work since: another claim is bound.
    await claims().create(claim('after'));
    await bound('after');
    expect((await claims().get('used')).metadata.deletionTimestamp).toBeDefined();
    expect((await volumes().get(name)).metadata.deletionTimestamp).toBeDefined();
    await pods.delete('user');
    await eventually(async () => (await claims().find('used')) === undefined);
    await eventually(async () => (await volumes().find(name)) === undefined);
  });

  test('a claim that was never bound is protected, too, and stays until a pod is gone that has finished with it', async () => {
    const pods = cluster.client.resource(core.v1.pods, 'default');
    const { metadata } = await claims().create(claim('kept', { storageClassName: 'gold' }));
    expect(metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']);
    const data = { name: 'data', persistentVolumeClaim: { claimName: 'kept' } };
    const { spec, ...head } = pod('finished');
    const nodeName = (await cluster.client.resource(core.v1.nodes).list()).items[0]?.metadata.name ?? '';
    await pods.create({
      ...head,
      spec: { containers: [], ...spec, nodeName, restartPolicy: 'Never', volumes: [data] },
    });
    await eventually(async () => (await pods.get('finished')).status?.phase === 'Succeeded');
    await claims().delete('kept');
    await claims().create(claim('meanwhile'));
    await bound('meanwhile');
    expect((await claims().get('kept')).metadata.deletionTimestamp).toBeDefined();
    await pods.delete('finished');
    await eventually(async () => (await claims().find('kept')) === undefined);
  });

  test('a claim and a volume that came without protection get it', async () => {
    await claims().create(claim('bare', { storageClassName: 'gold' }));
    await claims().patch('bare', { type: 'merge', body: { metadata: { finalizers: null } } });
    await eventually(async () => (await claims().get('bare')).metadata.finalizers?.length === 1);
    await claims().create(claim('bound'));
    const name = (await bound('bound')).spec?.volumeName ?? '';
    await volumes().patch(name, { type: 'merge', body: { metadata: { finalizers: null } } });
    await eventually(
      async () => (await volumes().get(name)).metadata.finalizers?.[0] === 'kubernetes.io/pv-protection',
    );
  });

  test('a claim of an unknown class waits and has the reason', async () => {
    await claims().create(claim('hopeful', { storageClassName: 'gold' }));
    const event = await eventually(async () => {
      const { items } = await cluster.client.resource(core.v1.events, 'default').list();
      return items.find(({ involvedObject }) => involvedObject.name === 'hopeful');
    });
    expect(event).toMatchObject({ type: 'Warning', message: 'storageclass.storage.k8s.io "gold" not found' });
    expect((await claims().get('hopeful')).status?.phase).toBe('Pending');
  });

  test('a claim of directories waits for a node to be chosen, lives there, and goes with its volume', async () => {
    await claims().create(claim('local', { storageClassName: 'local-path' }));
    const [node] = (await cluster.client.resource(core.v1.nodes).list()).items;
    const name = node?.metadata.name ?? '';
    const body = { metadata: { annotations: { 'volume.kubernetes.io/selected-node': name } } };
    await claims().patch('local', { type: 'merge', body });
    const volume = await volumes().get((await bound('local')).spec?.volumeName ?? '');
    expect(volume.spec?.hostPath?.path).toMatch(/^\/volumes\/pvc-.*_default_local$/);
    const [term] = volume.spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
    expect(term?.matchExpressions?.[0]?.values).toEqual([name]);
    await claims().delete('local');
    await eventually(async () => (await volumes().find(volume.metadata.name ?? '')) === undefined);
  });

  test('a claim that asks for more gets it', async () => {
    await claims().create(claim('growing'));
    await bound('growing');
    await claims().patch('growing', { type: 'merge', body: { spec: { resources: { requests: { storage: '5Gi' } } } } });
    await eventually(async () => (await claims().get('growing')).status?.capacity?.storage === '5Gi');
  });

  test('the first pod of a claim of directories decides where they are, and runs there', async () => {
    const pods = cluster.client.resource(core.v1.pods, 'default');
    await claims().create(claim('first', { storageClassName: 'local-path' }));
    const containers = [{ name: 'main', image: 'shop:1' }];
    const mounted = [{ name: 'data', persistentVolumeClaim: { claimName: 'first' } }];
    const metadata = { name: 'consumer' };
    await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers, volumes: mounted } });
    const { spec } = await eventually(() => pods.get('consumer'), { until: (pod) => pod.status?.phase === 'Running' });
    const volume = await volumes().get((await bound('first')).spec?.volumeName ?? '');
    const [term] = volume.spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
    expect(term?.matchExpressions?.[0]?.values).toEqual([spec?.nodeName]);
  });

  test('a pod whose claim cannot be provisioned has the reason, and runs as soon as its class can', async () => {
    const pods = cluster.client.resource(core.v1.pods, 'default');
    const classes = cluster.client.resource(storage.v1.storageclasses);
    const volumeBindingMode = 'WaitForFirstConsumer';
    const provided = async (provisioner: string) => {
      const identity = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'shared' } } as const;
      await classes.create({ ...identity, provisioner, volumeBindingMode });
    };
    await provided('kubemin.io/local-path');
    await claims().create(claim('shared', { storageClassName: 'shared', accessModes: ['ReadWriteMany'] }));
    const mounted = [{ name: 'data', persistentVolumeClaim: { claimName: 'shared' } }];
    const containers = [{ name: 'main', image: 'shop:1' }];
    const metadata = { name: 'sharing' };
    await pods.create({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers, volumes: mounted } });
    const schedulingMessage = async () =>
      (await pods.get('sharing')).status?.conditions?.find(({ type }) => type === 'PodScheduled')?.message ?? '';
    const why = /provisioning failed for PVC "shared": .*a directory of one node cannot be ReadWriteMany/;
    await eventually(async () => why.test(await schedulingMessage()));
    await eventually(async () => {
      const { items } = await cluster.client.resource(core.v1.events, 'default').list();
      const ofPod = items.filter(({ involvedObject }) => involvedObject.name === 'sharing');
      return ofPod.some(({ reason, message = '' }) => reason === 'FailedScheduling' && why.test(message));
    });

    await classes.delete('shared');
    await provided('kubemin.io/simulated-storage');
    await eventually(async () => (await pods.get('sharing')).status?.phase === 'Running');
    expect((await bound('shared')).status?.conditions ?? []).toEqual([]);
  });
});
