import { describeKind } from '../test-support/kind-suite.ts';

const INVALID = 'FieldValueInvalid';

describeKind({
  kind: 'resource slices',
  url: '/apis/resource.k8s.io/v1/resourceslices',
  minimal: {
    spec: { driver: 'd.example', nodeName: 'a', pool: { name: 'pool', generation: 1, resourceSliceCount: 1 } },
  },
  updated: [
    ['the devices', { spec: { devices: [{ name: 'gpu' }] } }],
    ['the generation of the pool', { spec: { pool: { generation: 2, resourceSliceCount: 2 } } }],
  ],
  unchangeable: [
    ['the node', { spec: { nodeName: 'b' } }, `spec.nodeName ${INVALID}`],
    ['that there is one', { spec: { nodeName: null, allNodes: true } }, `spec.nodeName ${INVALID}`],
    ['the driver', { spec: { driver: 'e.example' } }, `spec.driver ${INVALID}`],
    ['the name of the pool', { spec: { pool: { name: 'other' } } }, `spec.pool.name ${INVALID}`],
    ['all of it to nothing', { spec: { pool: null } }, `spec.pool.name ${INVALID}`],
  ],
});
