import { expect, it } from 'vitest';
import { describeKind } from '../test-support/kind-suite.ts';
import { TestApi } from '../test-support/test-api.ts';

const INVALID = 'FieldValueInvalid';
const REQUIRED = 'FieldValueRequired';
const UNSUPPORTED = 'FieldValueNotSupported';
const FORBIDDEN = 'FieldValueForbidden';

describeKind({
  kind: 'persistent volume claims',
  url: '/api/v1/namespaces/default/persistentvolumeclaims',
  minimal: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
  defaulted: { spec: { volumeMode: 'Filesystem' }, status: { phase: 'Pending' } },
  refused: [
    ['no access mode', { spec: { accessModes: null } }, `spec.accessModes ${REQUIRED}`],
    ['an unknown access mode', { spec: { accessModes: ['Write'] } }, `spec.accessModes ${UNSUPPORTED}`],
    [
      'alone and with others',
      { spec: { accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] } },
      `spec.accessModes ${FORBIDDEN}`,
    ],
    ['no size', { spec: { resources: null } }, `spec.resources[storage] ${REQUIRED}`],
    [
      'a size of nothing',
      { spec: { resources: { requests: { storage: '0' } } } },
      `spec.resources[storage] ${INVALID}`,
    ],
    ['a bad class', { spec: { storageClassName: 'A' } }, `spec.storageClassName ${INVALID}`],
    ['an unknown mode', { spec: { volumeMode: 'Tape' } }, `spec.volumeMode ${UNSUPPORTED}`],
  ],
  unchangeable: [
    ['its access modes', { spec: { accessModes: ['ReadWriteMany'] } }, `spec ${FORBIDDEN}`],
    ['its size before it is bound', { spec: { resources: { requests: { storage: '2Gi' } } } }, `spec ${FORBIDDEN}`],
  ],
});

describeKind({
  kind: 'persistent volumes',
  url: '/api/v1/persistentvolumes',
  minimal: { spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/x' } } },
  defaulted: {
    spec: { volumeMode: 'Filesystem', persistentVolumeReclaimPolicy: 'Retain' },
    status: { phase: 'Pending' },
  },
  refused: [
    ['no capacity', { spec: { capacity: null } }, `spec.capacity ${REQUIRED}`],
    [
      'a capacity of something else',
      { spec: { capacity: { cpu: '1', storage: null } } },
      `spec.capacity ${UNSUPPORTED}`,
    ],
    ['a capacity of nothing', { spec: { capacity: { storage: '0' } } }, `spec.capacity[storage] ${INVALID}`],
    ['no place', { spec: { hostPath: null } }, `spec ${REQUIRED}`],
    ['two places', { spec: { nfs: { server: 's', path: '/' } } }, `spec.nfs ${FORBIDDEN}`],
    [
      'a local volume without a node',
      { spec: { hostPath: null, local: { path: '/x' } } },
      `spec.nodeAffinity ${REQUIRED}`,
    ],
    ['a path with steps back', { spec: { hostPath: { path: '/a/../b' } } }, `spec.hostPath.path ${INVALID}`],
    [
      'an unknown fate',
      { spec: { persistentVolumeReclaimPolicy: 'Sell' } },
      `spec.persistentVolumeReclaimPolicy ${UNSUPPORTED}`,
    ],
  ],
  updated: [['its fate', { spec: { persistentVolumeReclaimPolicy: 'Delete' } }]],
  unchangeable: [['its place', { spec: { hostPath: { path: '/y' } } }, `spec.persistentvolumesource ${FORBIDDEN}`]],
});

describeKind({
  kind: 'storage classes',
  url: '/apis/storage.k8s.io/v1/storageclasses',
  minimal: { provisioner: 'example.com/disk' },
  defaulted: { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
  refused: [
    ['no provisioner', { provisioner: '' }, `provisioner ${REQUIRED}`],
    ['a bad provisioner', { provisioner: 'a b' }, `provisioner ${INVALID}`],
    ['an unknown fate', { reclaimPolicy: 'Sell' }, `reclaimPolicy ${UNSUPPORTED}`],
    ['an unknown moment', { volumeBindingMode: 'Later' }, `volumeBindingMode ${UNSUPPORTED}`],
  ],
  updated: [['whether volumes may grow', { allowVolumeExpansion: true }]],
  unchangeable: [
    ['the provisioner', { provisioner: 'example.com/tape' }, `provisioner ${FORBIDDEN}`],
    ['the parameters', { parameters: { a: 'b' } }, `parameters ${FORBIDDEN}`],
    ['the fate', { reclaimPolicy: 'Retain' }, `reclaimPolicy ${FORBIDDEN}`],
    ['the moment', { volumeBindingMode: 'WaitForFirstConsumer' }, `volumeBindingMode ${INVALID}`],
  ],
});

it('a bound claim grows, and shrinks no further than what it has', async () => {
  const api = await TestApi.start();
  const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
  const sized = (storage: string): object => ({ spec: { resources: { requests: { storage } } } });
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } };
  await api.create(claims, { metadata: { name: 'c' }, spec });
  await api.patch(`${claims}/c/status`, { status: { phase: 'Bound', capacity: { storage: '2Gi' } } });
  await api.patch(`${claims}/c`, sized('4Gi'));
  await api.patch(`${claims}/c`, sized('3Gi'));
  const contentType = 'application/merge-patch+json';
  const status = await api.refused('PATCH', `${claims}/c`, { body: sized('1Gi'), contentType });
  expect(status.details?.causes).toMatchObject([
    { field: 'spec.resources.requests.storage', message: 'Forbidden: field can not be less than status.capacity' },
  ]);
  await api.close();
});
