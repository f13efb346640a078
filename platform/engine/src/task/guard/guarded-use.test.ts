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
