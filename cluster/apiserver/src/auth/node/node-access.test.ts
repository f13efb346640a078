import type { UserInfo } from '@kubemin/kubeapi';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { TestApi } from '../../test-support/test-api.ts';

const NODE: UserInfo = { username: 'system:node:a', groups: ['system:nodes', 'system:authenticated'] };
const DEFAULT = '/api/v1/namespaces/default';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';

const container = {
  name: 'main',
  image: 'nginx',
  env: [{ name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'env-secret', key: 'password' } } }],
  envFrom: [{ configMapRef: { name: 'env-map' } }],
};

let api: TestApi;

/** What a node may read because of a pod, and what makes it so. */
function podOn(node: string, prefix = ''): unknown {
  return {
    metadata: { name: `${prefix}pod` },
    spec: {
      nodeName: node,
      containers: [container].map((one) => JSON.parse(JSON.stringify(one).replaceAll('env-', `${prefix}env-`))),
      imagePullSecrets: [{ name: `${prefix}pull-secret` }],
      serviceAccountName: `${prefix}robot`,
      volumes: [
        { name: 'secret', secret: { secretName: `${prefix}volume-secret` } },
        { name: 'map', configMap: { name: `${prefix}volume-map` } },
        { name: 'driver', csi: { driver: 'x', nodePublishSecretRef: { name: `${prefix}driver-secret` } } },
        { name: 'projected', projected: { sources: [{ secret: { name: `${prefix}projected-secret` } }] } },
        { name: 'claim', persistentVolumeClaim: { claimName: `${prefix}claim` } },
        {
          name: 'own',
          ephemeral: {
            volumeClaimTemplate: {
              spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
            },
          },
        },
      ],
    },
  };
}

beforeAll(async () => {
  api = await TestApi.start();
  for (const name of ['a', 'b']) await api.create('/api/v1/nodes', { metadata: { name } });
  for (const prefix of ['', 'other-']) {
    await api.create(`${DEFAULT}/serviceaccounts`, { metadata: { name: `${prefix}robot` } });
    await api.create(`${DEFAULT}/pods`, podOn(prefix === '' ? 'a' : 'b', prefix));
    const csi = {
      driver: 'x',
      volumeHandle: '1',
      nodeStageSecretRef: { name: `${prefix}stage-secret`, namespace: 'default' },
    };
    await api.create('/api/v1/persistentvolumes', {
      metadata: { name: `${prefix}volume` },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        claimRef: { kind: 'PersistentVolumeClaim', namespace: 'default', name: `${prefix}claim` },
        csi,
      },
    });
    await api.create('/apis/storage.k8s.io/v1/volumeattachments', {
      metadata: { name: `${prefix}attachment` },
      spec: { attacher: 'x', nodeName: prefix === '' ? 'a' : 'b', source: { persistentVolumeName: `${prefix}volume` } },
    });
  }
});
afterAll(() => api.close());

/** Whether the node is let through to an object, be it there or not. */
async function reads(url: string): Promise<boolean | string> {
  const response = await api.send('GET', url, { user: NODE });
  if (response.status !== 403) return true;
  return response.kind === 'object' ? JSON.stringify(response.object) : false;
}

const ONES = [
  ...['env-secret', 'pull-secret', 'volume-secret', 'driver-secret', 'projected-secret', 'stage-secret'].map(
    (name) => ['secrets', name] as const,
  ),
  ...['env-map', 'volume-map', 'kube-root-ca.crt'].map((name) => ['configmaps', name] as const),
  ...['claim', 'pod-own'].map((name) => ['persistentvolumeclaims', name] as const),
  ['pods', 'pod'] as const,
];

describe('a node', () => {
  it.each(ONES)('reads of %s the %s that a pod of its own refers to', async (resource, name) => {
    expect(await reads(`${DEFAULT}/${resource}/${name}`)).toBe(true);
  });

  it.each(ONES.filter(([, name]) => name !== 'kube-root-ca.crt'))(
    'does not read of %s the %s that a pod elsewhere refers to',
    async (resource, name) => {
      const refused = await api.refused('GET', `${DEFAULT}/${resource}/other-${name}`, { user: NODE });
      expect(refused.message).toBe(
        `${resource} "other-${name}" is forbidden: User "system:node:a" cannot get resource "${resource}" in API group "" in the namespace "default": no relationship found between node 'a' and this object`,
      );
    },
  );

  it('reads the volumes its pods use and the attachments to itself, and no others', async () => {
    for (const path of ['/api/v1/persistentvolumes/%volume', '/apis/storage.k8s.io/v1/volumeattachments/%attachment']) {
      expect(await reads(path.replace('%', ''))).toBe(true);
      expect(await reads(path.replace('%', 'other-'))).toContain('no relationship found');
    }
  });

  it('finds the secrets of its volumes among those of many, as long as they are its', async () => {
    const volumes = '/api/v1/persistentvolumes';
    const volume = (name: string, claim: string): unknown => ({
      metadata: { name },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        claimRef: { kind: 'PersistentVolumeClaim', namespace: 'default', name: claim },
        csi: {
          driver: 'x',
          volumeHandle: name,
          nodeStageSecretRef: { name: `${name}-secret`, namespace: 'default' },
        },
      },
    });
    for (let n = 0; n < 250; n += 1) await api.create(volumes, volume(`many-${n}`, `many-${n}`));
    expect(await reads(`${DEFAULT}/secrets/stage-secret`)).toBe(true);
    expect(await reads(`${DEFAULT}/secrets/many-7-secret`)).toContain('no relationship found');
    await api.create(volumes, volume('late', 'pod-own'));
    expect(await reads(`${DEFAULT}/secrets/late-secret`)).toBe(true);
    await api.ok('DELETE', `${volumes}/late`);
    await api.patch(`${volumes}/late`, { metadata: { finalizers: null } });
    expect(await reads(`${DEFAULT}/secrets/late-secret`)).toContain('no relationship found');
  });

  it('reads nothing any more when the pod is gone', async () => {
    await api.create(`${DEFAULT}/pods`, {
      metadata: { name: 'short' },
      spec: { nodeName: 'a', containers: [{ name: 'x', image: 'x', envFrom: [{ secretRef: { name: 'brief' } }] }] },
    });
    expect(await reads(`${DEFAULT}/secrets/brief`)).toBe(true);
    await api.ok('DELETE', `${DEFAULT}/pods/short?gracePeriodSeconds=0`);
    expect(await reads(`${DEFAULT}/secrets/brief`)).toContain('no relationship found');
  });

  it.each([
    ['GET', `${DEFAULT}/secrets`, 'No Object name found'],
    ['GET', '/api/v1/secrets', 'can only read namespaced object of this type'],
    ['DELETE', `${DEFAULT}/secrets/env-secret`, 'can only read resources of this type'],
    ['GET', `${DEFAULT}/persistentvolumeclaims`, 'can only get individual resources of this type'],
    ['GET', '/api/v1/nodes', "node 'a' cannot read all nodes, only its own Node object"],
    ['GET', '/api/v1/nodes/b', "node 'a' cannot read 'b', only its own Node object"],
    ['GET', '/api/v1/pods', 'can only list/watch pods with spec.nodeName field selector'],
    [
      'GET',
      '/api/v1/pods?watch=1&fieldSelector=spec.nodeName%3Db',
      'can only list/watch pods with spec.nodeName field selector',
    ],
    ['GET', LEASES, 'can only get, create, update, patch, or delete a node lease'],
    ['GET', `${LEASES}/b`, 'can only access node lease with the same name as the requesting node'],
    [
      'GET',
      '/apis/coordination.k8s.io/v1/namespaces/default/leases/a',
      'can only access leases in the "kube-node-lease" system namespace',
    ],
    ['GET', '/apis/storage.k8s.io/v1/csinodes/b', 'can only access CSINode with the same name as the requesting node'],
    ['POST', `${DEFAULT}/serviceaccounts/other-robot/token`, "no relationship found between node 'a' and this object"],
  ] as const)('is refused %s %s with the reason', async (method, url, why) => {
    const refused = await api.refused(method, url, { user: NODE, ...(method === 'POST' && { body: {} }) });
    expect(refused).toMatchObject({ code: 403, message: expect.stringMatching(/: User "system:node:a" cannot /) });
    expect(refused.message).toMatch(new RegExp(`: ${why.replace(/[()[\]/.]/g, '\\$&')}$`));
  });

  it.each([
    '/api/v1/nodes/a',
    '/api/v1/nodes?fieldSelector=metadata.name%3Da',
    '/api/v1/pods?fieldSelector=spec.nodeName%3Da',
    `${LEASES}/a`,
    '/api/v1/services',
    '/apis/node.k8s.io/v1/runtimeclasses',
  ])('gets %s', async (url) => {
    expect(await reads(url)).toBe(true);
  });

  it('may not delete any node, its own neither, nor bind pods', async () => {
    for (const name of ['a', 'b'])
      expect((await api.refused('DELETE', `/api/v1/nodes/${name}`, { user: NODE })).code).toBe(403);
    const binding = { target: { name: 'a' } };
    const refused = await api.refused('POST', `${DEFAULT}/pods/pod/binding`, { user: NODE, body: binding });
    expect(refused.code).toBe(403);
  });
});

test('a member of the group of nodes without a node name has no access', async () => {
  const nameless = { ...NODE, username: 'system:node:' };
  const refused = await api.refused('GET', '/api/v1/nodes/a', { user: nameless });
  expect(refused.message).toContain('unknown node for user "system:node:"');
  const other = await api.refused('GET', '/api/v1/nodes/a', { user: { ...NODE, username: 'mallory' } });
  expect(other.message).toContain('User "mallory" cannot get resource "nodes"');
});

test('a mirror pod opens no door to the node that made it', async () => {
  await api.create(`${DEFAULT}/pods`, {
    metadata: { name: 'mirror', annotations: { 'kubernetes.io/config.mirror': 'x' } },
    spec: { nodeName: 'a', containers: [{ name: 'x', image: 'x', envFrom: [{ secretRef: { name: 'prey' } }] }] },
  });
  expect(await reads(`${DEFAULT}/secrets/prey`)).toContain('no relationship found');
});
