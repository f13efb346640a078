import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler, ObjectMeta, WatchEvent } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import type { ObjectReference, PersistentVolume, PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { eventually, startTestCluster } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { runModule } from '../test-support/run-module.ts';
import { pod } from '../test-support/workload.ts';
import { persistentVolumeController } from './persistent-volume-controller.ts';

test('a volume made for a claim that went before it was bound goes, too', async () => {
  const cluster = await startTestCluster({ controllers: false });
  const claims = cluster.client.resource(core.v1.persistentvolumeclaims, 'default');
  const volumes = cluster.client.resource(core.v1.persistentvolumes);
  const opened = Promise.withResolvers<void>();
  const stop = await runModule(
    createKubeClient(withoutEnds(cluster.loopback, opened.promise)),
    persistentVolumeController(),
  );
  try {
    const { metadata } = await claims.create(claim('brief'));
    const events = cluster.client.resource(core.v1.events, 'default');
    await eventually(async () => (await events.list()).items.some(({ reason }) => reason === 'ProvisioningFailed'));
    await claims.patch('brief', { type: 'merge', body: { metadata: { finalizers: null } } });
    await claims.delete('brief');
    await volumes.create(volume('left', { namespace: 'default', name: 'brief', uid: metadata.uid ?? '' }));
    // In the cache of the controller, the claim exists and has no volume yet.
    await eventually(async () => (await volumes.get('left')).status?.phase === 'Bound');
    // And it has heard of its own words, too: nothing about the volume wakes it from now on.
    await volumes.create(volume('later'));
    await eventually(async () => (await volumes.get('later')).status?.phase === 'Available');
    opened.resolve();
    await eventually(async () => (await volumes.find('left')) === undefined);
    expect((await volumes.list()).items).toHaveLength(1);
  } finally {
    opened.resolve();
    await stop();
    await cluster.close();
  }
});

test('a claim stays while a pod on a node uses it that the controller has not heard of', async () => {
  const cluster = await startTestCluster({ controllers: false });
  const claims = cluster.client.resource(core.v1.persistentvolumeclaims, 'default');
  const pods = cluster.client.resource(core.v1.pods, 'default');
  const opened = Promise.withResolvers<void>();
  const stop = await runModule(
    createKubeClient(withoutPods(cluster.loopback, opened.promise)),
    persistentVolumeController(),
  );
  try {
    const { spec = { containers: [] }, ...user } = pod('user');
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'used' } }];
    for (const name of ['used', 'unused']) await claims.create(claim(name, PROTECTED));
    await pods.create({ ...user, spec: { ...spec, nodeName: 'some-node', volumes } });
    for (const name of ['used', 'unused']) await claims.delete(name);
    await eventually(async () => (await claims.find('unused')) === undefined);
    expect((await claims.get('used')).metadata).toMatchObject(PROTECTED);
    opened.resolve();
    await pods.delete('user', { gracePeriodSeconds: 0 });
    await eventually(async () => (await claims.find('used')) === undefined);
  } finally {
    opened.resolve();
    await stop();
    await cluster.close();
  }
});

const PROTECTED = { finalizers: ['kubernetes.io/pvc-protection'] };

function claim(name: string, metadata: ObjectMeta = {}): PersistentVolumeClaim {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { ...metadata, name },
    spec: { storageClassName: 'none', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };
}

function volume(name: string, claimRef?: ObjectReference): PersistentVolume {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, annotations: { 'pv.kubernetes.io/provisioned-by': 'kubemin.io/simulated-storage' } },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      persistentVolumeReclaimPolicy: 'Delete',
      hostPath: { path: '/data' },
      ...(claimRef && { claimRef }),
    },
  };
}

/** Sends events of pods only when the gate opens. */
function withoutPods(handler: ApiHandler, gate: Promise<void>): ApiHandler {
  return async (request) => {
    const response = await handler(request);
    if (response.kind === 'watch' && request.path.endsWith('/pods')) await gate;
    return response;
  };
}

/** Sends additions of claims, and other events of them only when the gate opens. */
function withoutEnds(handler: ApiHandler, gate: Promise<void>): ApiHandler {
  return async (request) => {
    const response = await handler(request);
    if (response.kind !== 'watch' || !request.path.endsWith('/persistentvolumeclaims')) return response;
    return { ...response, events: held(response.events, gate) };
  };
}

async function* held(events: AsyncIterable<readonly WatchEvent[]>, gate: Promise<void>) {
  for await (const batch of events) {
    if (batch.some(({ type }) => type === 'MODIFIED' || type === 'DELETED')) await gate;
    yield batch;
  }
}
