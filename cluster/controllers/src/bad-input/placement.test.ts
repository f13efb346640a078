import { core, storage } from '@kubemin/kubeapi/resources';
import type { PersistentVolume, PersistentVolumeClaim, PodSpec } from '@kubemin/kubeapi/types/core.v1';
import { eventually } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { formatCondition, TroubledCluster } from '../test-support/troubled-cluster.ts';
import { pod } from '../test-support/workload.ts';

let cluster: TroubledCluster;
beforeAll(async () => {
  cluster = await TroubledCluster.start();
});
afterAll(() => cluster.close());
// What was made by one test stays wrong while the next ones run.
afterEach(() => cluster.bystanderRollsOut());

const pods = () => cluster.client.resource(core.v1.pods, 'default');
const claims = () => cluster.client.resource(core.v1.persistentvolumeclaims, 'default');
const volumes = () => cluster.client.resource(core.v1.persistentvolumes);

async function make(name: string, spec: Partial<PodSpec>): Promise<void> {
  const { spec: usual, ...rest } = pod(name);
  await pods().create({ ...rest, spec: { containers: [], ...usual, ...spec } });
}

/** Why the pod has no place, if its condition and its event agree. */
async function refusal(name: string): Promise<string> {
  const condition = await eventually(
    async () => formatCondition((await pods().get(name)).status?.conditions, 'PodScheduled'),
    {
      until: (text) => text !== undefined,
    },
  );
  const message = await cluster.eventMessage('default', name, 'FailedScheduling');
  expect(condition).toBe(`False Unschedulable: ${message.replace('Warning: ', '')}`);
  return message;
}

test('a selector that no node has', async () => {
  await make('picky', { nodeSelector: { disk: 'marble' } });
  expect(await refusal('picky')).toBe(
    "Warning: 0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector.",
  );
});

test('an affinity that contradicts itself', async () => {
  const key = 'kubernetes.io/hostname';
  const matchExpressions = [
    { key, operator: 'Exists' },
    { key, operator: 'DoesNotExist' },
  ];
  await make('torn', {
    affinity: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } },
    },
  });
  expect(await refusal('torn')).toBe(
    "Warning: 0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector.",
  );
});

test('a pod with affinity to pods that do not exist', async () => {
  const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'nobody' } } };
  await make('lonely', { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } });
  expect(await refusal('lonely')).toBe("Warning: 0/3 nodes are available: 3 node(s) didn't match pod affinity rules.");
});

test('a spread over a label that no node has', async () => {
  const labelSelector = { matchLabels: { app: 'spread' } };
  const constraint = { topologyKey: 'planet', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule', labelSelector };
  await make('spread', { topologySpreadConstraints: [constraint] });
  expect(await refusal('spread')).toBe(
    "Warning: 0/3 nodes are available: 3 node(s) didn't match pod topology spread constraints (missing required label).",
  );
});

test('a device that no node has, with one node that keeps others away', async () => {
  const nodes = cluster.client.resource(core.v1.nodes);
  const [first] = (await nodes.list()).items;
  const name = first?.metadata.name ?? '';
  const taints = [{ key: 'dedicated', value: 'gpu', effect: 'NoSchedule' }];
  await nodes.patch(name, { type: 'strategic', body: { spec: { taints } } });
  const resources = { limits: { 'nvidia.com/gpu': '1' } };
  await make('trainer', { containers: [{ name: 'main', image: 'cuda:1', resources }] });
  expect(await refusal('trainer')).toBe(
    'Warning: 0/3 nodes are available: 1 node(s) had untolerated taint {dedicated: gpu}, 2 Insufficient nvidia.com/gpu.',
  );
  await nodes.patch(name, { type: 'merge', body: { spec: { taints: null } } });
});

test('more than the largest node has', async () => {
  const resources = { requests: { cpu: '1k' } };
  await make('giant', { containers: [{ name: 'main', image: 'shop:1', resources }] });
  expect(await refusal('giant')).toBe('Warning: 0/3 nodes are available: 3 Insufficient cpu.');
});

test('an unknown scheduler: the pod is left alone, as another scheduler may handle it', async () => {
  await make('foreign', { schedulerName: 'another-scheduler' });
  await cluster.bystanderRollsOut();
  const { spec, status } = await pods().get('foreign');
  expect([spec?.nodeName, status?.phase, status?.conditions]).toEqual([undefined, 'Pending', undefined]);
});

const mounting = (claimName: string) => ({ volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }] });

function claim(name: string, spec: Partial<PersistentVolumeClaim['spec']> = {}): PersistentVolumeClaim {
  const base = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } }, ...spec };
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name }, spec: base };
}

function volume(name: string, claimName?: string): PersistentVolume {
  const claimRef = claimName && { claimRef: { namespace: 'default', name: claimName } };
  const spec = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, storageClassName: 'hand', ...claimRef };
  const where = { hostPath: { path: '/data' } };
  return { apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name }, spec: { ...spec, ...where } };
}

test('a claim that is not there', async () => {
  await make('claimless', mounting('missing'));
  expect(await refusal('claimless')).toBe(
    'Warning: 0/3 nodes are available: persistentvolumeclaim "missing" not found.',
  );
});

test('a claim of a class that is not there', async () => {
  await claims().create(claim('classless', { storageClassName: 'gold' }));
  await make('hopeful', mounting('classless'));
  expect(await refusal('hopeful')).toBe(
    'Warning: 0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims.',
  );
  expect(await cluster.eventMessage('default', 'classless', 'ProvisioningFailed')).toBe(
    'Warning: storageclass.storage.k8s.io "gold" not found',
  );
  expect((await claims().get('classless')).status?.phase).toBe('Pending');
});

test('a class whose provisioner does not run', async () => {
  await cluster.client.resource(storage.v1.storageclasses).create({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'far' },
    provisioner: 'far.example.com',
  });
  await claims().create(claim('waiting', { storageClassName: 'far' }));
  expect(await cluster.eventMessage('default', 'waiting', 'ExternalProvisioning')).toBe(
    "Normal: Waiting for a volume to be created by the external provisioner 'far.example.com'",
  );
});

test('a claim that names a volume too small for it', async () => {
  await volumes().create(volume('small'));
  await claims().create(claim('large', { storageClassName: 'hand', volumeName: 'small' }));
  expect(await cluster.eventMessage('default', 'large', 'VolumeMismatch')).toBe(
    'Warning: Cannot bind to requested volume "small": requested PV is too small',
  );
});

test('claims and volumes that point at each other in a circle', async () => {
  const small = { storageClassName: 'hand', resources: { requests: { storage: '1Gi' } } };
  await volumes().create(volume('circle-a', 'circle-a'));
  await volumes().create(volume('circle-b', 'circle-b'));
  await claims().create(claim('circle-a', { ...small, volumeName: 'circle-b' }));
  await claims().create(claim('circle-b', { ...small, volumeName: 'circle-a' }));
  expect(await cluster.eventMessage('default', 'circle-a', 'FailedBinding')).toBe(
    'Warning: volume "circle-b" already bound to a different claim.',
  );
  expect(await cluster.eventMessage('default', 'circle-b', 'FailedBinding')).toBe(
    'Warning: volume "circle-a" already bound to a different claim.',
  );
  const phases = (await claims().list()).items.filter(({ metadata }) => metadata.name?.startsWith('circle'));
  expect(phases.map(({ status }) => status?.phase)).toEqual(['Pending', 'Pending']);
});
