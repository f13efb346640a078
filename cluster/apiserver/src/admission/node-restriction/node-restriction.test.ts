import type { ApiMethod, JsonObject, UserInfo } from '@kubemin/kubeapi';
import { temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadServiceAccountSigner } from '../../auth/service-accounts/service-account-signer.ts';
import { type Loose, TestApi } from '../../test-support/test-api.ts';

const NODE: UserInfo = { username: 'system:node:a', groups: ['system:nodes', 'system:authenticated'] };
const NODES = '/api/v1/nodes';
const PODS = '/api/v1/namespaces/default/pods';
const CLAIMS = '/api/v1/namespaces/default/persistentvolumeclaims';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
const SLICES = '/apis/resource.k8s.io/v1/resourceslices';
const MERGE = 'application/merge-patch+json';

let api: TestApi;
let own: Loose;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  directory = await temporaryDirectory();
  const signer = await loadServiceAccountSigner({ directory: directory.path });
  api = await TestApi.start({ serviceAccounts: { signer, issuer: 'https://here' } });
  own = await api.create(NODES, { metadata: { name: 'a' } });
  await api.create(NODES, { metadata: { name: 'b', labels: { team: 'blue' } } });
  await api.create(CLAIMS, claim('claim'));
  await api.create(PODS, pod('here', 'a', { volumes: [{ name: 'x', persistentVolumeClaim: { claimName: 'claim' } }] }));
  await api.create(PODS, pod('there', 'b'));
});
afterAll(async () => {
  await api.close();
  await directory.remove();
});

function pod(name: string, nodeName: string, spec: JsonObject = {}): JsonObject {
  return { metadata: { name }, spec: { nodeName, containers: [{ name: 'main', image: 'nginx' }], ...spec } };
}

function claim(name: string): JsonObject {
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  return { metadata: { name }, spec };
}

/** A mirror pod as a kubelet makes it, but for what is changed. */
function mirror(
  change: { readonly metadata?: JsonObject; readonly spec?: JsonObject; readonly owner?: JsonObject } = {},
) {
  const owner = { apiVersion: 'v1', kind: 'Node', name: 'a', uid: own.metadata.uid, controller: true, ...change.owner };
  const metadata = {
    name: 'mirror',
    annotations: { 'kubernetes.io/config.mirror': 'x' },
    ownerReferences: [owner],
    ...change.metadata,
  };
  return { metadata, spec: { nodeName: 'a', containers: [{ name: 'main', image: 'nginx' }], ...change.spec } };
}

function slice(name: string, nodeName: string): JsonObject {
  const pool = { name: 'pool', generation: 1, resourceSliceCount: 1 };
  return { metadata: { name }, spec: { driver: 'd.example', nodeName, pool } };
}

async function refused(method: ApiMethod, url: string, body?: unknown): Promise<string> {
  const patch = method === 'PATCH' && { contentType: MERGE };
  const { code, message = '' } = await api.refused(method, url, {
    user: NODE,
    ...(body !== undefined && { body }),
    ...patch,
  });
  expect(code).toBe(403);
  return message;
}

function patched(url: string, body: unknown): Promise<Loose> {
  return api.ok('PATCH', url, { user: NODE, body, contentType: MERGE });
}

describe('a node that lies about another node', () => {
  it('may not change it, nor write its status', async () => {
    const why = 'nodes "b" is forbidden: node "a" is not allowed to modify node "b"';
    expect(await refused('PATCH', `${NODES}/b`, { metadata: { annotations: { x: 'y' } } })).toBe(why);
    expect(await refused('PATCH', `${NODES}/b/status`, { status: { capacity: { cpu: '0' } } })).toBe(why);
    expect(await refused('POST', NODES, { metadata: { name: 'c' } })).toContain('not allowed to modify node "c"');
  });

  it('is not let renew or make its lease', async () => {
    const same = 'can only access node lease with the same name as the requesting node';
    const lease = { metadata: { name: 'b' }, spec: { holderIdentity: 'a' } };
    expect(await refused('POST', LEASES, lease)).toBe(`leases.coordination.k8s.io "b" is forbidden: ${same}`);
    expect(await refused('PUT', `${LEASES}/b`, lease)).toContain(same);
  });

  it('may not write the status of its pods, delete or evict them', async () => {
    expect(await refused('PATCH', `${PODS}/there/status`, { status: { phase: 'Failed' } })).toBe(
      'pods "there" is forbidden: node "a" can only update pod status for pods with spec.nodeName set to itself',
    );
    expect(await refused('DELETE', `${PODS}/there`)).toBe(
      'pods "there" is forbidden: node "a" can only delete pods with spec.nodeName set to itself',
    );
    expect(await refused('POST', `${PODS}/there/eviction`, { metadata: { name: 'there' } })).toBe(
      'pods "there" is forbidden: node a can only evict pods with spec.nodeName set to itself',
    );
    expect((await api.get(`${PODS}/there`)).status).toMatchObject({ phase: 'Pending' });
    expect(JSON.stringify((await api.get(`${PODS}/there`)).status)).not.toContain('DisruptionTarget');
  });
});

describe('a node that wants to draw pods to itself', () => {
  it.each([
    [{ 'node-restriction.kubernetes.io/safe': 'yes' }, 'node-restriction.kubernetes.io/safe'],
    [
      { 'node-role.kubernetes.io/control-plane': '', 'x.k8s.io/y': '', team: 'red' },
      'node-role.kubernetes.io/control-plane, x.k8s.io/y',
    ],
  ])('may not give itself the labels %j', async (labels, named) => {
    const why = `nodes "a" is forbidden: is not allowed to modify labels: ${named}`;
    expect(await refused('PATCH', `${NODES}/a`, { metadata: { labels } })).toBe(why);
    const fresh = { username: 'system:node:fresh', groups: NODE.groups };
    const body = { metadata: { name: 'fresh', labels } };
    expect((await api.refused('POST', NODES, { user: fresh, body })).message).toBe(
      `nodes "fresh" is forbidden: node "fresh" is not allowed to set the following labels: ${named}`,
    );
  });

  it('may not take such a label away', async () => {
    const label = 'node-restriction.kubernetes.io/shunned';
    await api.patch(`${NODES}/a`, { metadata: { labels: { [label]: 'yes' } } });
    expect(await refused('PATCH', `${NODES}/a`, { metadata: { labels: { [label]: null } } })).toContain(label);
  });

  it('may not change its taints nor its owners', async () => {
    const taints = [{ key: 'k', effect: 'NoSchedule' }];
    expect(await refused('PATCH', `${NODES}/a`, { spec: { taints } })).toBe(
      'nodes "a" is forbidden: node "a" is not allowed to modify taints',
    );
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'gone' }];
    expect(await refused('PATCH', `${NODES}/a`, { metadata: { ownerReferences } })).toBe(
      'nodes "a" is forbidden: node "a" is not allowed to modify ownerReferences',
    );
  });

  it('may not change pods, nor their labels by way of their status', async () => {
    expect(await refused('PUT', `${PODS}/here`, await api.get(`${PODS}/here`))).toContain(
      'cannot update resource "pods"',
    );
    await patched(`${PODS}/here/status`, { metadata: { labels: { app: 'x' } }, status: { message: 'x' } });
    expect((await api.get(`${PODS}/here`)).metadata.labels).toBeUndefined();
  });
});

describe('a node that makes pods', () => {
  it.each([
    [
      'no mirror',
      { metadata: { annotations: {} } },
      'pod does not have "kubernetes.io/config.mirror" annotation, node "a" can only create mirror pods',
    ],
    ['for another node', { spec: { nodeName: 'b' } }, 'node "a" can only create pods with spec.nodeName set to itself'],
    [
      'of nobody',
      { metadata: { ownerReferences: [] } },
      'node "a" can only create pods with an owner reference set to itself',
    ],
    [
      'of another node',
      { owner: { name: 'b' } },
      'node "a" can only create pods with an owner reference set to itself',
    ],
    [
      'it does not control',
      { owner: { controller: false } },
      'node "a" can only create pods with a controller owner reference set to itself',
    ],
    [
      'that hold it',
      { owner: { blockOwnerDeletion: true } },
      'node "a" must not set blockOwnerDeletion on an owner reference',
    ],
    ['of a node that was', { owner: { uid: 'old' } }, /^node a UID mismatch: expected old got [\w-]+$/],
    [
      'with an account',
      { spec: { serviceAccountName: 'default' } },
      'node "a" can not create pods that reference a service account',
    ],
    [
      'with a secret',
      { spec: { imagePullSecrets: [{ name: 'x' }] } },
      'node "a" can not create pods that reference secrets',
    ],
    [
      'with a claim',
      { spec: { volumes: [{ name: 'x', persistentVolumeClaim: { claimName: 'x' } }] } },
      'node "a" can not create pods that reference persistentvolumeclaims',
    ],
  ])('is refused pods: %s', async (_what, change, why) => {
    const message = await refused('POST', PODS, mirror(change));
    const [, reason = ''] = message.split('pods "mirror" is forbidden: ');
    expect(reason).toEqual(typeof why === 'string' ? why : expect.stringMatching(why));
  });

  it('may create and delete mirror pods of its static pods', async () => {
    await api.ok('POST', PODS, { user: NODE, body: mirror() });
    await api.ok('DELETE', `${PODS}/mirror?gracePeriodSeconds=0`, { user: NODE });
  });
});

describe('a node that asks for a token of a service account', () => {
  const TOKENS = '/api/v1/namespaces/default/serviceaccounts/default/token';
  const bound = (ref: JsonObject) => ({ spec: { boundObjectRef: { apiVersion: 'v1', kind: 'Pod', ...ref } } });

  it('gets one for a pod it runs, and for nothing else', async () => {
    const uidOf = async (name: string) => (await api.get(`${PODS}/${name}`)).metadata.uid ?? '';
    expect(await refused('POST', TOKENS, { spec: {} })).toBe(
      'serviceaccounts "default" is forbidden: node requested token not bound to a pod',
    );
    expect(await refused('POST', TOKENS, bound({ name: 'here' }))).toContain('a pod binding without a uid');
    expect(await refused('POST', TOKENS, bound({ name: 'here', uid: 'old' }))).toContain(
      'does not match the UID in record',
    );
    expect(await refused('POST', TOKENS, bound({ name: 'there', uid: await uidOf('there') }))).toContain(
      'node requested token bound to a pod scheduled on a different node',
    );
    const body = bound({ name: 'here', uid: await uidOf('here') });
    expect((await api.ok('POST', TOKENS, { user: NODE, body })).status).toMatchObject({ token: expect.any(String) });
  });
});

describe('a node that announces devices', () => {
  const WHY = 'ResourceSlice with the same NodeName as the requesting node';

  it('does so for itself alone', async () => {
    expect(await refused('POST', SLICES, slice('other', 'b'))).toBe(
      `resourceslices.resource.k8s.io "other" is forbidden: can only create ${WHY}`,
    );
    await api.ok('POST', SLICES, { user: NODE, body: slice('own', 'a') });
    await patched(`${SLICES}/own`, { spec: { pool: { generation: 2 } } });
    const moved = { user: NODE, body: { spec: { nodeName: 'b' } }, contentType: MERGE };
    const { message } = await api.refused('PATCH', `${SLICES}/own`, moved);
    expect(message).toContain('spec.nodeName: Invalid value: "b": field is immutable');
    expect((await api.get(`${SLICES}/own`)).spec).toMatchObject({ nodeName: 'a' });
    await api.ok('DELETE', `${SLICES}/own`, { user: NODE });
  });

  it('does not change those of another node, even where a role would let it', async () => {
    await api.create(SLICES, slice('foreign', 'b'));
    const user = { ...NODE, groups: [...(NODE.groups ?? []), 'system:masters'] };
    const body = { spec: { pool: { generation: 2 } } };
    const { code, message } = await api.refused('PATCH', `${SLICES}/foreign`, { user, body, contentType: MERGE });
    expect(code).toBe(403);
    expect(message).toContain(`can only update ${WHY}`);
  });
});

describe('a node that keeps to itself', () => {
  it('registers, labels itself, reports and renews its lease', async () => {
    const user = { username: 'system:node:new', groups: NODE.groups };
    const labels = { 'kubernetes.io/hostname': 'new', 'topology.kubernetes.io/zone': 'z', team: 'red' };
    await api.ok('POST', NODES, { user, body: { metadata: { name: 'new', labels } } });
    const change = { user, contentType: MERGE };
    await api.ok('PATCH', `${NODES}/new`, { ...change, body: { metadata: { labels: { team: 'blue' } } } });
    await api.ok('PATCH', `${NODES}/new/status`, { ...change, body: { status: { capacity: { cpu: '4' } } } });
    await api.ok('POST', LEASES, { user, body: { metadata: { name: 'new' }, spec: { holderIdentity: 'new' } } });
    await api.ok('PATCH', `${LEASES}/new`, { ...change, body: { spec: { leaseDurationSeconds: 40 } } });
  });

  it('writes the status of its pods and their claims, and deletes pods', async () => {
    await patched(`${PODS}/here/status`, { status: { phase: 'Running' } });
    await patched(`${CLAIMS}/claim/status`, { status: { capacity: { storage: '2Gi' } } });
    expect(await refused('PATCH', `${CLAIMS}/claim/status`, { status: { phase: 'Lost' } })).toContain(
      'node "a" is not allowed to update fields other than status.quantity and status.conditions',
    );
    await api.ok('DELETE', `${PODS}/here?gracePeriodSeconds=0`, { user: NODE });
  });
});
