import { describeKind } from '../../test-support/kind-suite.ts';

const pods = '/api/v1/namespaces/default/pods';
const INVALID = 'FieldValueInvalid';
const REQUIRED = 'FieldValueRequired';
const UNSUPPORTED = 'FieldValueNotSupported';
const DUPLICATE = 'FieldValueDuplicate';
const FORBIDDEN = 'FieldValueForbidden';

describeKind({
  kind: 'pods',
  url: pods,
  // Without what admission adds, a merge patch of lists is a small one.
  minimal: {
    spec: {
      tolerations: [{ operator: 'Exists' }],
      automountServiceAccountToken: false,
      containers: [{ name: 'c', image: 'i:1' }],
    },
  },
  updated: [
    ['the image', { spec: { containers: [{ name: 'c', image: 'i:2' }] } }],
    ['labels', { metadata: { labels: { a: 'b' } } }],
    ['tolerations, by adding', { spec: { tolerations: [{ operator: 'Exists' }, { key: 'a', operator: 'Exists' }] } }],
    ['the deadline, by setting one', { spec: { activeDeadlineSeconds: 10 } }],
  ],
  unchangeable: [
    ['the command', { spec: { containers: [{ name: 'c', image: 'i:1', command: ['x'] }] } }, `spec ${FORBIDDEN}`],
    [
      'the number of containers',
      {
        spec: {
          containers: [
            { name: 'c', image: 'i:1' },
            { name: 'd', image: 'i' },
          ],
        },
      },
      `spec.containers ${FORBIDDEN}`,
    ],
    ['tolerations, by taking one away', { spec: { tolerations: null } }, `spec.tolerations ${FORBIDDEN}`],
    ['the node', { spec: { nodeName: 'n' } }, `spec ${FORBIDDEN}`],
    [
      'the scheduling gates, by adding',
      { spec: { schedulingGates: [{ name: 'a.io/gate' }] } },
      `spec.schedulingGates[0].name ${FORBIDDEN}`,
    ],
  ],
  refused: [
    [
      'a sysctl whose name cannot be one',
      {
        spec: {
          securityContext: {
            sysctls: [
              { name: 'kernel.shmmax', value: '1' },
              { name: 'foo-', value: '1' },
            ],
          },
        },
      },
      `spec.securityContext.sysctls[1].name ${INVALID}`,
    ],
    [
      'a sysctl that is there twice',
      { spec: { securityContext: { sysctls: ['a.b', 'a.b'].map((name) => ({ name, value: '1' })) } } },
      `spec.securityContext.sysctls[1].name ${DUPLICATE}`,
    ],
    ['an unknown restart policy', { spec: { restartPolicy: 'Once' } }, `spec.restartPolicy ${UNSUPPORTED}`],
    ['an unknown DNS policy', { spec: { dnsPolicy: 'Mine' } }, `spec.dnsPolicy ${UNSUPPORTED}`],
    ['no nameserver of its own', { spec: { dnsPolicy: 'None' } }, `spec.dnsConfig ${REQUIRED}`],
    ['a deadline of zero', { spec: { activeDeadlineSeconds: 0 } }, `spec.activeDeadlineSeconds ${INVALID}`],
    [
      'a negative grace period',
      { spec: { terminationGracePeriodSeconds: -1 } },
      `spec.terminationGracePeriodSeconds ${INVALID}`,
    ],
    ['a bad subdomain', { spec: { subdomain: 'A' } }, `spec.subdomain ${INVALID}`],
    ['a bad host name', { spec: { hostname: 'a.b' } }, `spec.hostname ${INVALID}`],
    [
      'a volume without a name',
      { spec: { volumes: [{ name: '', emptyDir: {} }] } },
      `spec.volumes[0].name ${REQUIRED}`,
    ],
    [
      'two volumes of one name',
      { spec: { volumes: [{ name: 'v' }, { name: 'v' }] } },
      `spec.volumes[1].name ${DUPLICATE}`,
    ],
    [
      'a volume of two kinds',
      { spec: { volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/' } }] } },
      `spec.volumes[0].hostPath ${FORBIDDEN}`,
    ],
    [
      'a config map without a name',
      { spec: { volumes: [{ name: 'v', configMap: {} }] } },
      `spec.volumes[0].configMap.name ${REQUIRED}`,
    ],
    [
      'a claim without a name',
      { spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: '' } }] } },
      `spec.volumes[0].persistentVolumeClaim.claimName ${REQUIRED}`,
    ],
    [
      'a file outside its volume',
      { spec: { volumes: [{ name: 'v', secret: { secretName: 's', items: [{ key: 'k', path: '../x' }] } }] } },
      `spec.volumes[0].secret.items[0].path ${INVALID}`,
    ],
    [
      'permissions that are none',
      { spec: { volumes: [{ name: 'v', secret: { secretName: 's', defaultMode: 0o1000 } }] } },
      `spec.volumes[0].secret.defaultMode ${INVALID}`,
    ],
    [
      'a toleration of a bad effect',
      { spec: { tolerations: [{ key: 'a', operator: 'Exists', effect: 'Never' }] } },
      `spec.tolerations[0].effect ${UNSUPPORTED}`,
    ],
    [
      'a toleration of everything that equals',
      { spec: { tolerations: [{ operator: 'Equal' }] } },
      `spec.tolerations[0].operator ${INVALID}`,
    ],
    [
      'an affinity without terms',
      {
        spec: {
          affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } },
        },
      },
      `spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms ${REQUIRED}`,
    ],
    [
      'a neighbour nowhere',
      {
        spec: { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: '' }] } } },
      },
      `spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey ${REQUIRED}`,
    ],
    [
      'a skew of zero',
      { spec: { topologySpreadConstraints: [{ maxSkew: 0, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule' }] } },
      `spec.topologySpreadConstraints[0].maxSkew ${INVALID}`,
    ],
    [
      'a node for a gated pod',
      { spec: { nodeName: 'n', schedulingGates: [{ name: 'a.io/g' }] } },
      `spec.nodeName ${FORBIDDEN}`,
    ],
    [
      'ephemeral containers from the start',
      { spec: { ephemeralContainers: [{ name: 'e', image: 'i' }] } },
      `spec.ephemeralContainers ${FORBIDDEN}`,
    ],
    ['a bad label', { metadata: { labels: { 'a b': 'c' } } }, `metadata.labels ${INVALID}`],
  ],
});
