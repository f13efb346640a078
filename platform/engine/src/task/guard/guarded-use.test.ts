import type { KubeObject } from '@kubemin/kubeapi';
import { expect, test } from 'vitest';
import { objectUses } from './guarded-use.ts';

/** What an object of a chart or plug-in uses, as `Kind namespace/name`. */
function uses(object: object): readonly string[] {
  const whole: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'it', namespace: 'shop' }, ...object };
  return objectUses({ component: 'web', object: whole, onExisting: 'apply' }).map(
    ({ kind, namespace, name }) => `${kind} ${namespace}/${name}`,
  );
}

const privileged = { containers: [{ name: 'a', securityContext: { privileged: true } }], hostNetwork: true };

test.each([
  [
    'beside an empty list of containers at the top',
    { kind: 'Deployment', containers: [], spec: { template: { spec: privileged } } },
  ],
  [
    'below an empty list of containers',
    { kind: 'Deployment', spec: { containers: [], template: { spec: privileged } } },
  ],
  ['of a CronJob', { kind: 'CronJob', spec: { jobTemplate: { spec: { template: { spec: privileged } } } } }],
])('a pod template %s is looked at', (_, object) => {
  expect(uses(object)).toEqual(expect.arrayContaining(['Privilege /hostNetwork', 'Privilege /privileged']));
});

test.each([
  [
    'the account under its older name',
    { spec: { containers: [], serviceAccount: 'other' } },
    'ServiceAccount shop/other',
  ],
  [
    'the account whose token a Secret asks for',
    {
      kind: 'Secret',
      metadata: { name: 'it', namespace: 'shop', annotations: { 'kubernetes.io/service-account.name': 'other' } },
    },
    'ServiceAccount shop/other',
  ],
  [
    'the claim that another is filled from',
    { kind: 'PersistentVolumeClaim', spec: { dataSource: { kind: 'PersistentVolumeClaim', name: 'theirs' } } },
    'PersistentVolumeClaim shop/theirs',
  ],
  [
    'the claim of another namespace, in a claim template',
    {
      kind: 'StatefulSet',
      spec: {
        volumeClaimTemplates: [
          { spec: { dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'theirs', namespace: 'other' } } },
        ],
      },
    },
    'PersistentVolumeClaim other/theirs',
  ],
  [
    'the Secret of a volume driver',
    {
      spec: {
        containers: [],
        volumes: [{ name: 'v', csi: { driver: 'd', nodePublishSecretRef: { name: 'theirs' } } }],
      },
    },
    'Secret shop/theirs',
  ],
])('%s is a use', (_, object, use) => {
  expect(uses(object)).toContain(use);
});

test.each([
  [
    'the workload that an autoscaler scales',
    { kind: 'HorizontalPodAutoscaler', spec: { scaleTargetRef: { kind: 'Deployment', name: 'theirs' } } },
    'Deployment shop/theirs',
  ],
  [
    'addresses that a Service takes',
    { kind: 'Service', spec: { externalIPs: ['10.0.0.1'] } },
    'Privilege /externalIPs',
  ],
  [
    'a Service of another namespace behind the alias of one',
    { kind: 'Service', spec: { type: 'ExternalName', externalName: 'theirs.other.svc.cluster.local' } },
    'Service other/theirs',
  ],
  [
    'a Service of another namespace that a route leads to',
    { kind: 'HTTPRoute', spec: { rules: [{ backendRefs: [{ name: 'theirs', namespace: 'other', port: 80 }] }] } },
    'Service other/theirs',
  ],
  [
    'a Service of another namespace that requests are copied to',
    {
      kind: 'HTTPRoute',
      spec: { rules: [{ filters: [{ requestMirror: { backendRef: { name: 'theirs', namespace: 'other' } } }] }] },
    },
    'Service other/theirs',
  ],
  [
    'a Service whose requests a route takes',
    { kind: 'HTTPRoute', spec: { parentRefs: [{ kind: 'Service', name: 'theirs' }] } },
    'Service shop/theirs',
  ],
  [
    'a destination in another namespace',
    {
      kind: 'VirtualService',
      spec: {
        hosts: ['a.io'],
        gateways: ['edge'],
        tcp: [{ route: [{ destination: { host: 'theirs.other.svc.example' } }] }],
      },
    },
    'Service other/theirs',
  ],
  ['a short name in the mesh', { kind: 'VirtualService', spec: { hosts: ['theirs'] } }, 'Service shop/theirs'],
  [
    'a full name in the mesh beside a gateway',
    { kind: 'VirtualService', spec: { hosts: ['theirs.other.svc'], gateways: ['edge', 'mesh'] } },
    'Service other/theirs',
  ],
])('%s is a use', (_, object, use) => {
  expect(uses(object)).toContain(use);
});

test('routes to Services of the own namespace, and hosts at a gateway, are no uses', () => {
  const destination = { host: 'mine' };
  const spec = { hosts: ['theirs', '*'], gateways: ['edge'], http: [{ route: [{ destination }] }] };
  expect(uses({ kind: 'VirtualService', spec })).toEqual(['Namespace /shop']);
  const rules = [{ backendRefs: [{ name: 'mine', namespace: 'shop' }, { name: 'mine' }] }];
  expect(uses({ kind: 'HTTPRoute', spec: { parentRefs: [{ name: 'edge' }], rules } })).toEqual(['Namespace /shop']);
  expect(uses({ kind: 'Service', spec: { externalIPs: [], externalName: 'example.com' } })).toEqual([
    'Namespace /shop',
  ]);
});
