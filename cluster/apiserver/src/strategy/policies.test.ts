import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeKind } from '../test-support/kind-suite.ts';
import { limitRangeStrategy } from './limit-ranges.ts';

const INVALID = 'FieldValueInvalid';
const REQUIRED = 'FieldValueRequired';
const UNSUPPORTED = 'FieldValueNotSupported';
const FORBIDDEN = 'FieldValueForbidden';
const DUPLICATE = 'FieldValueDuplicate';
const metric = (more: object): object => ({ spec: { metrics: [more] } });
const limit = (more: object): object => ({ spec: { limits: [{ type: 'Container', ...more }] } });
const webhook = (more: object): object => ({
  webhooks: [
    {
      name: 'a.b.io',
      clientConfig: { url: 'https://x' },
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
      ...more,
    },
  ],
});

describeKind({
  kind: 'autoscalers',
  url: '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
  minimal: { spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd' } } },
  defaulted: {
    spec: {
      minReplicas: 1,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 80 } } }],
    },
  },
  accepted: [['a pace', { spec: { behavior: { scaleDown: { stabilizationWindowSeconds: 60 } } } }]],
  refused: [
    [
      'no target',
      { spec: { scaleTargetRef: { kind: '', name: '' } } },
      `spec.scaleTargetRef.kind ${REQUIRED}`,
      `spec.scaleTargetRef.name ${REQUIRED}`,
    ],
    ['no end', { spec: { maxReplicas: 0 } }, `spec.maxReplicas ${INVALID}`, `spec.maxReplicas ${INVALID}`],
    ['more at least than at most', { spec: { minReplicas: 4 } }, `spec.maxReplicas ${INVALID}`],
    ['a metric of no type', metric({}), `spec.metrics[0].type ${REQUIRED}`],
    ['an unknown metric', metric({ type: 'Mood' }), `spec.metrics[0].type ${UNSUPPORTED}`],
    ['a metric that is not there', metric({ type: 'Pods' }), `spec.metrics[0].pods ${REQUIRED}`],
    [
      'a resource without a goal',
      metric({ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization' } } }),
      `spec.metrics[0].resource.target.averageUtilization ${REQUIRED}`,
    ],
    [
      'two goals',
      metric({
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1, averageValue: '1' } },
      }),
      `spec.metrics[0].resource.target.averageValue ${FORBIDDEN}`,
    ],
    [
      'too long a look back',
      { spec: { behavior: { scaleUp: { stabilizationWindowSeconds: 3601 } } } },
      `spec.behavior.scaleUp.stabilizationWindowSeconds ${INVALID}`,
    ],
  ],
});

describeKind({
  kind: 'disruption budgets',
  url: '/apis/policy/v1/namespaces/default/poddisruptionbudgets',
  minimal: { spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } } },
  defaulted: { status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 } },
  refused: [
    ['both ends', { spec: { maxUnavailable: 1 } }, `spec ${INVALID}`],
    ['more than all', { spec: { minAvailable: '101%' } }, `spec.minAvailable ${INVALID}`],
    ['fewer than none', { spec: { minAvailable: -1 } }, `spec.minAvailable ${INVALID}`],
    [
      'an unknown policy',
      { spec: { unhealthyPodEvictionPolicy: 'Ask' } },
      `spec.unhealthyPodEvictionPolicy ${UNSUPPORTED}`,
    ],
  ],
});

describeKind({
  kind: 'resource quotas',
  url: '/api/v1/namespaces/default/resourcequotas',
  minimal: {
    spec: { hard: { pods: '3', 'requests.cpu': '1', 'count/deployments.apps': '2', 'requests.example.com/gpu': '1' } },
  },
  refused: [
    ['something that is not counted', { spec: { hard: { ideas: '1' } } }, `spec.hard[ideas] ${INVALID}`],
    ['half a pod', { spec: { hard: { pods: '500m' } } }, `spec.hard[pods] ${INVALID}`],
    ['less than nothing', { spec: { hard: { pods: '-1' } } }, `spec.hard[pods] ${INVALID}`],
    [
      'scopes that exclude each other',
      { spec: { hard: null, scopes: ['Terminating', 'NotTerminating'] } },
      `spec.scopes ${INVALID}`,
    ],
    [
      'cpu of pods that ask for none',
      {
        spec: {
          hard: { pods: null, 'count/deployments.apps': null, 'requests.example.com/gpu': null },
          scopes: ['BestEffort'],
        },
      },
      `spec.scopes ${INVALID}`,
    ],
  ],
  unchangeable: [['its scopes', { spec: { scopes: ['Terminating'] } }, `spec.scopes ${INVALID}`]],
});

describeKind({
  kind: 'limit ranges',
  url: '/api/v1/namespaces/default/limitranges',
  minimal: limit({ max: { cpu: '2' }, min: { cpu: '1' } }),
  defaulted: limit({ default: { cpu: '2' }, defaultRequest: { cpu: '2' } }),
  refused: [
    ['a type twice', { spec: { limits: [{ type: 'Pod' }, { type: 'Pod' }] } }, `spec.limits[1].type ${DUPLICATE}`],
    ['an unknown type', { spec: { limits: [{ type: 'Cat' }] } }, `spec.limits[0].type ${INVALID}`],
    [
      'more at least than at most',
      { spec: { limits: [{ type: 'Pod', min: { cpu: '3' }, max: { cpu: '2' } }] } },
      `spec.limits[0].min[cpu] ${INVALID}`,
    ],
    [
      'defaults of pods',
      { spec: { limits: [{ type: 'Pod', default: { cpu: '1' } }] } },
      `spec.limits[0].default ${FORBIDDEN}`,
    ],
    [
      'claims of any size',
      { spec: { limits: [{ type: 'PersistentVolumeClaim' }] } },
      `spec.limits[0].limits ${REQUIRED}`,
    ],
    [
      'a ratio below one',
      limit({ maxLimitRequestRatio: { cpu: '500m' } }),
      `spec.limits[0].maxLimitRequestRatio[cpu] ${INVALID}`,
    ],
    [
      'a ratio that cannot be reached',
      limit({ min: { cpu: '1' }, max: { cpu: '2' }, maxLimitRequestRatio: { cpu: '3' } }),
      `spec.limits[0].maxLimitRequestRatio[cpu] ${INVALID}`,
    ],
  ],
  texts: [
    [
      { spec: { limits: [{ type: 'Pod', min: { cpu: '3' }, max: { cpu: '2' } }] } },
      'spec.limits[0].min[cpu]: Invalid value: "3": min value 3 is greater than max value 2',
    ],
  ],
});

it('limit ranges are accepted exactly when their amounts are in order', () => {
  const amount = fc.integer({ min: 0, max: 20 });
  fc.assert(
    fc.property(amount, amount, amount, amount, (min, defaultRequest, limits, max) => {
      const cpu = (value: number): { readonly cpu: string } => ({ cpu: String(value) });
      const item = {
        type: 'Container',
        min: cpu(min),
        defaultRequest: cpu(defaultRequest),
        default: cpu(limits),
        max: cpu(max),
      };
      const problems = limitRangeStrategy.validate?.({
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: 'x' },
        spec: { limits: [item] },
      });
      expect(problems?.length === 0).toBe(min <= defaultRequest && defaultRequest <= limits && limits <= max);
    }),
  );
});

describeKind({
  kind: 'priority classes',
  url: '/apis/scheduling.k8s.io/v1/priorityclasses',
  minimal: { value: 5 },
  defaulted: { preemptionPolicy: 'PreemptLowerPriority' },
  refused: [
    ['a priority of the system', { value: 1_000_000_001 }, `value ${FORBIDDEN}`],
    ['a name of the system', { metadata: { name: 'system-mine' } }, `metadata.name ${FORBIDDEN}`],
    ['an unknown policy', { preemptionPolicy: 'Ask' }, `preemptionPolicy ${UNSUPPORTED}`],
  ],
  updated: [['its description', { description: 'x' }]],
  unchangeable: [['the number', { value: 6 }, `value ${FORBIDDEN}`]],
});

describeKind({
  kind: 'leases',
  url: '/apis/coordination.k8s.io/v1/namespaces/default/leases',
  minimal: { spec: { holderIdentity: 'me' } },
  refused: [
    ['no time at all', { spec: { leaseDurationSeconds: 0 } }, `spec.leaseDurationSeconds ${INVALID}`],
    ['fewer than no changes', { spec: { leaseTransitions: -1 } }, `spec.leaseTransitions ${INVALID}`],
  ],
});

describeKind({
  kind: 'nodes',
  url: '/api/v1/nodes',
  minimal: { spec: { podCIDR: '10.1.0.0/24', podCIDRs: ['10.1.0.0/24'] } },
  refused: [
    ['a taint without an effect', { spec: { taints: [{ key: 'a' }] } }, `spec.taints[0].effect ${REQUIRED}`],
    ['an unknown effect', { spec: { taints: [{ key: 'a', effect: 'Bad' }] } }, `spec.taints[0].effect ${UNSUPPORTED}`],
    [
      'a taint twice',
      {
        spec: {
          taints: [
            { key: 'a', effect: 'NoExecute' },
            { key: 'a', effect: 'NoExecute' },
          ],
        },
      },
      `spec.taints[1] ${DUPLICATE}`,
    ],
    ['a network that is none', { spec: { podCIDRs: ['x'] } }, `spec.podCIDRs[0] ${INVALID}`],
  ],
  updated: [['whether pods come', { spec: { unschedulable: true } }]],
  unchangeable: [['its network', { spec: { podCIDRs: ['10.2.0.0/24'] } }, `spec.podCIDRs ${FORBIDDEN}`]],
});

describeKind({
  kind: 'runtime classes',
  url: '/apis/node.k8s.io/v1/runtimeclasses',
  minimal: { handler: 'runc' },
  refused: [['no handler', { handler: '' }, `handler ${REQUIRED}`]],
  unchangeable: [['the handler', { handler: 'kata' }, `handler ${INVALID}`]],
});

const pem = '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----\n';
describeKind({
  kind: 'certificate requests',
  url: '/apis/certificates.k8s.io/v1/certificatesigningrequests',
  minimal: {
    spec: { request: Buffer.from(pem).toString('base64'), signerName: 'example.com/s', usages: ['client auth'] },
  },
  refused: [
    ['a request that is none', { spec: { request: 'YQ==' } }, `spec.request ${INVALID}`],
    ['no usages', { spec: { usages: null } }, `spec.usages ${REQUIRED}`],
    ['an unknown usage', { spec: { usages: ['fun'] } }, `spec.usages[0] ${UNSUPPORTED}`],
    ['no signer', { spec: { signerName: '' } }, `spec.signerName ${REQUIRED}`],
    ['a signer of no domain', { spec: { signerName: 'me' } }, `spec.signerName ${INVALID}`],
    ['too short a life', { spec: { expirationSeconds: 599 } }, `spec.expirationSeconds ${INVALID}`],
  ],
});

describeKind({
  kind: 'webhook configurations',
  url: '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
  minimal: webhook({ clientConfig: { service: { name: 's', namespace: 'n' } } }),
  defaulted: {
    webhooks: [
      {
        failurePolicy: 'Fail',
        matchPolicy: 'Equivalent',
        timeoutSeconds: 10,
        namespaceSelector: {},
        objectSelector: {},
        clientConfig: { service: { port: 443 } },
        rules: [{ scope: '*' }],
      },
    ],
  },
  refused: [
    ['a short name', webhook({ name: 'a.b' }), `webhooks[0].name ${INVALID}`],
    ['nowhere to ask', webhook({ clientConfig: {} }), `webhooks[0].clientConfig ${REQUIRED}`],
    ['an unsafe way', webhook({ clientConfig: { url: 'http://x' } }), `webhooks[0].clientConfig.url ${INVALID}`],
    ['side effects', webhook({ sideEffects: 'Some' }), `webhooks[0].sideEffects ${UNSUPPORTED}`],
    ['no version', webhook({ admissionReviewVersions: [] }), `webhooks[0].admissionReviewVersions ${REQUIRED}`],
    ['endless patience', webhook({ timeoutSeconds: 31 }), `webhooks[0].timeoutSeconds ${INVALID}`],
    [
      'an unknown operation',
      webhook({ rules: [{ operations: ['LOOK'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }] }),
      `webhooks[0].rules[0].operations[0] ${UNSUPPORTED}`,
    ],
  ],
});

describeKind({
  kind: 'events',
  url: '/api/v1/namespaces/default/events',
  minimal: { involvedObject: { kind: 'Pod', name: 'p', namespace: 'default' } },
  refused: [
    ['an event about elsewhere', { involvedObject: { namespace: 'other' } }, `involvedObject.namespace ${INVALID}`],
    [
      'a new event of nobody',
      { eventTime: '2024-01-01T00:00:00.000000Z', reason: 'R', action: 'A' },
      `reportingController ${REQUIRED}`,
      `reportingInstance ${REQUIRED}`,
    ],
  ],
});
