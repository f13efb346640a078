import { describeKind } from '../test-support/kind-suite.ts';

const labels = { app: 'x' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i:1' }] } };
const minimal = { spec: { selector: { matchLabels: labels }, template } };
const url = (plural: string): string => `/apis/apps/v1/namespaces/default/${plural}`;
const INVALID = 'FieldValueInvalid';
const REQUIRED = 'FieldValueRequired';
const UNSUPPORTED = 'FieldValueNotSupported';
const FORBIDDEN = 'FieldValueForbidden';
const otherSelector = {
  spec: { selector: { matchLabels: { app: 'y' } }, template: { metadata: { labels: { app: 'y' } } } },
};

describeKind({
  kind: 'deployments',
  url: url('deployments'),
  minimal,
  defaulted: {
    spec: {
      replicas: 1,
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
    },
  },
  accepted: [['no surge but one fewer', { spec: { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } } }]],
  refused: [
    ['fewer than no pods', { spec: { replicas: -1 } }, `spec.replicas ${INVALID}`],
    ['an empty selector', { spec: { selector: { matchLabels: null } } }, `spec.selector ${INVALID}`],
    [
      'a selector that misses',
      { spec: { selector: { matchLabels: { app: 'y' } } } },
      `spec.template.metadata.labels ${INVALID}`,
    ],
    [
      'a selector that cannot be read',
      { spec: { selector: { matchExpressions: [{ key: 'a', operator: 'Like' }] } } },
      `spec.selector.matchExpressions[0].operator ${INVALID}`,
    ],
    [
      'a selector In nothing',
      { spec: { selector: { matchExpressions: [{ key: 'a', operator: 'In' }] } } },
      `spec.selector.matchExpressions[0].values ${REQUIRED}`,
    ],
    ['an unknown strategy', { spec: { strategy: { type: 'Hope' } } }, `spec.strategy.type ${UNSUPPORTED}`],
    [
      'rolling numbers for Recreate',
      { spec: { strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } } },
      `spec.strategy.rollingUpdate ${FORBIDDEN}`,
    ],
    [
      'no way to make progress',
      { spec: { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: '0%' } } } },
      `spec.strategy.rollingUpdate.maxUnavailable ${INVALID}`,
    ],
    [
      'more than all',
      { spec: { strategy: { rollingUpdate: { maxUnavailable: '101%' } } } },
      `spec.strategy.rollingUpdate.maxUnavailable ${INVALID}`,
    ],
    [
      'a share that is none',
      { spec: { strategy: { rollingUpdate: { maxSurge: 'some' } } } },
      `spec.strategy.rollingUpdate.maxSurge ${INVALID}`,
    ],
    ['a deadline before readiness', { spec: { minReadySeconds: 600 } }, `spec.progressDeadlineSeconds ${INVALID}`],
    [
      'pods that end',
      { spec: { template: { spec: { restartPolicy: 'Never' } } } },
      `spec.template.spec.restartPolicy ${UNSUPPORTED}`,
    ],
    [
      'pods with a deadline',
      { spec: { template: { spec: { activeDeadlineSeconds: 3 } } } },
      `spec.template.spec.activeDeadlineSeconds ${FORBIDDEN}`,
    ],
    [
      'a template without containers',
      { spec: { template: { spec: { containers: [] } } } },
      `spec.template.spec.containers ${REQUIRED}`,
    ],
    [
      'bad labels of the template',
      { spec: { template: { metadata: { labels: { app: 'x', '-': '' } } } } },
      `spec.template.labels ${INVALID}`,
    ],
  ],
  updated: [
    [
      'replicas and template',
      { spec: { replicas: 3, template: { spec: { containers: [{ name: 'c', image: 'i:2' }] } } } },
    ],
  ],
  unchangeable: [['the selector', otherSelector, `spec.selector ${INVALID}`]],
});

describeKind({
  kind: 'replica sets',
  url: url('replicasets'),
  minimal,
  defaulted: { spec: { replicas: 1 } },
  refused: [
    ['no template', { spec: { template: null } }, `spec.template ${REQUIRED}`],
    ['fewer than no pods', { spec: { replicas: -1 } }, `spec.replicas ${INVALID}`],
    ['negative seconds', { spec: { minReadySeconds: -1 } }, `spec.minReadySeconds ${INVALID}`],
  ],
  unchangeable: [['the selector', otherSelector, `spec.selector ${INVALID}`]],
});

describeKind({
  kind: 'stateful sets',
  url: url('statefulsets'),
  minimal,
  defaulted: {
    spec: {
      replicas: 1,
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
    },
  },
  refused: [
    ['a name that cannot be a host', { metadata: { name: 'a.b' } }, `metadata.name ${INVALID}`],
    ['an unknown order', { spec: { podManagementPolicy: 'Random' } }, `spec.podManagementPolicy ${INVALID}`],
    ['an unknown strategy', { spec: { updateStrategy: { type: 'Hope' } } }, `spec.updateStrategy ${INVALID}`],
    [
      'numbers for OnDelete',
      { spec: { updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: 1 } } } },
      `spec.updateStrategy.rollingUpdate ${INVALID}`,
    ],
    [
      'a negative partition',
      { spec: { updateStrategy: { rollingUpdate: { partition: -1 } } } },
      `spec.updateStrategy.rollingUpdate.partition ${INVALID}`,
    ],
    [
      'an unknown fate of claims',
      { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Sell' } } },
      `spec.persistentVolumeClaimRetentionPolicy.whenDeleted ${UNSUPPORTED}`,
    ],
  ],
  updated: [['what can be rolled out', { spec: { replicas: 2, minReadySeconds: 1, ordinals: { start: 1 } } }]],
  unchangeable: [
    ['the service', { spec: { serviceName: 'other' } }, `spec ${FORBIDDEN}`],
    ['the order', { spec: { podManagementPolicy: 'Parallel' } }, `spec ${FORBIDDEN}`],
  ],
});

describeKind({
  kind: 'daemon sets',
  url: url('daemonsets'),
  minimal,
  defaulted: {
    spec: {
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } },
      revisionHistoryLimit: 10,
    },
  },
  refused: [
    ['an unknown strategy', { spec: { updateStrategy: { type: 'Hope' } } }, `spec.updateStrategy.type ${UNSUPPORTED}`],
    [
      'no way to make progress',
      { spec: { updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } } },
      `spec.updateStrategy.rollingUpdate.maxUnavailable ${REQUIRED}`,
    ],
    [
      'fewer and more at once',
      { spec: { updateStrategy: { rollingUpdate: { maxSurge: 1 } } } },
      `spec.updateStrategy.rollingUpdate.maxSurge ${INVALID}`,
    ],
  ],
  unchangeable: [['the selector', otherSelector, `spec.selector ${INVALID}`]],
});

describeKind({
  kind: 'replication controllers',
  url: '/api/v1/namespaces/default/replicationcontrollers',
  minimal: { spec: { template } },
  defaulted: { metadata: { labels }, spec: { replicas: 1, selector: labels } },
  refused: [
    ['no template', { spec: { template: null, selector: labels } }, `spec.template ${REQUIRED}`],
    ['a selector that misses', { spec: { selector: { app: 'y' } } }, `spec.template.metadata.labels ${INVALID}`],
    ['nothing to select by', { spec: { template: { metadata: null } } }, `spec.selector ${REQUIRED}`],
  ],
});
