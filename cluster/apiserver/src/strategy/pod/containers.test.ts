import { describeKind } from '../../test-support/kind-suite.ts';

const container = (more: object = {}): object => ({ spec: { containers: [{ name: 'c', image: 'i:1', ...more }] } });
const pods = '/api/v1/namespaces/default/pods';
const at = 'spec.containers[0]';
const INVALID = 'FieldValueInvalid';
const REQUIRED = 'FieldValueRequired';
const UNSUPPORTED = 'FieldValueNotSupported';
const DUPLICATE = 'FieldValueDuplicate';
const FORBIDDEN = 'FieldValueForbidden';

describeKind({
  kind: 'containers of pods',
  url: pods,
  minimal: container(),
  defaulted: {
    spec: {
      restartPolicy: 'Always',
      securityContext: {},
      containers: [{ resources: {}, terminationMessagePolicy: 'File', imagePullPolicy: 'IfNotPresent' }],
    },
    status: { phase: 'Pending', qosClass: 'BestEffort' },
  },
  accepted: [
    ['odd names of variables', container({ env: [{ name: 'a.b-c d', value: 'x' }] })],
    [
      'a sidecar with probes',
      {
        spec: {
          initContainers: [
            { name: 's', image: 'i', restartPolicy: 'Always', livenessProbe: { exec: { command: ['x'] } } },
          ],
        },
      },
    ],
    ['extended resources that are limited', container({ resources: { limits: { 'example.com/gpu': '2' } } })],
    [
      'labels as variables',
      container({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: "metadata.labels['app']" } } }] }),
    ],
  ],
  refused: [
    ['no container', { spec: { containers: [] } }, `spec.containers ${REQUIRED}`],
    ['a container without a name', container({ name: '' }), `${at}.name ${REQUIRED}`],
    ['a container with a bad name', container({ name: 'A_' }), `${at}.name ${INVALID}`],
    ['a container without an image', container({ image: '' }), `${at}.image ${REQUIRED}`],
    ['an image with spaces around it', container({ image: ' i' }), `${at}.image ${INVALID}`],
    [
      'two containers of one name',
      {
        spec: {
          containers: [
            { name: 'c', image: 'i' },
            { name: 'c', image: 'i' },
          ],
        },
      },
      `spec.containers[1].name ${DUPLICATE}`,
    ],
    [
      'an init container named like a container',
      { spec: { initContainers: [{ name: 'c', image: 'i' }] } },
      `spec.initContainers[0].name ${DUPLICATE}`,
    ],
    ['an unknown pull policy', container({ imagePullPolicy: 'Sometimes' }), `${at}.imagePullPolicy ${UNSUPPORTED}`],
    ['a port of zero', container({ ports: [{ containerPort: 0 }] }), `${at}.ports[0].containerPort ${REQUIRED}`],
    [
      'a port that is none',
      container({ ports: [{ containerPort: 65_536 }] }),
      `${at}.ports[0].containerPort ${INVALID}`,
    ],
    [
      'a long name of a port',
      container({ ports: [{ containerPort: 1, name: 'a-name-too-long-for-it' }] }),
      `${at}.ports[0].name ${INVALID}`,
    ],
    [
      'a name of a port without letters',
      container({ ports: [{ containerPort: 1, name: '80' }] }),
      `${at}.ports[0].name ${INVALID}`,
    ],
    [
      'two ports of one name',
      container({
        ports: [
          { containerPort: 1, name: 'a' },
          { containerPort: 2, name: 'a' },
        ],
      }),
      `${at}.ports[1].name ${DUPLICATE}`,
    ],
    [
      'one host port twice',
      container({
        ports: [
          { containerPort: 1, hostPort: 9 },
          { containerPort: 2, hostPort: 9 },
        ],
      }),
      `${at}.ports[1].hostPort ${DUPLICATE}`,
    ],
    [
      'an unknown protocol',
      container({ ports: [{ containerPort: 1, protocol: 'IP' }] }),
      `${at}.ports[0].protocol ${UNSUPPORTED}`,
    ],
    ['a variable without a name', container({ env: [{ name: '' }] }), `${at}.env[0].name ${REQUIRED}`],
    ['a variable with = in its name', container({ env: [{ name: 'a=b' }] }), `${at}.env[0].name ${INVALID}`],
    [
      'a value and a source',
      container({ env: [{ name: 'A', value: 'x', valueFrom: { configMapKeyRef: { name: 'm', key: 'k' } } }] }),
      `${at}.env[0].valueFrom ${INVALID}`,
    ],
    ['a source that is none', container({ env: [{ name: 'A', valueFrom: {} }] }), `${at}.env[0].valueFrom ${INVALID}`],
    [
      'a key without its map',
      container({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: '', key: 'k' } } }] }),
      `${at}.env[0].valueFrom.secretKeyRef.name ${REQUIRED}`,
    ],
    [
      'a field that cannot be shown',
      container({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.x' } } }] }),
      `${at}.env[0].valueFrom.fieldRef.fieldPath ${INVALID}`,
    ],
    [
      'all labels in one variable',
      container({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.labels' } } }] }),
      `${at}.env[0].valueFrom.fieldRef.fieldPath ${UNSUPPORTED}`,
    ],
    ['envFrom from nothing', container({ envFrom: [{}] }), `${at}.envFrom[0] ${INVALID}`],
    [
      'a probe without a handler',
      container({ livenessProbe: { periodSeconds: 3 } }),
      `${at}.livenessProbe ${REQUIRED}`,
    ],
    [
      'a probe with two handlers',
      container({ livenessProbe: { exec: { command: ['x'] }, tcpSocket: { port: 1 } } }),
      `${at}.livenessProbe.tcpSocket ${FORBIDDEN}`,
    ],
    [
      'a liveness probe that wants two successes',
      container({ livenessProbe: { exec: { command: ['x'] }, successThreshold: 2 } }),
      `${at}.livenessProbe.successThreshold ${INVALID}`,
    ],
    [
      'a readiness probe that would kill',
      container({ readinessProbe: { exec: { command: ['x'] }, terminationGracePeriodSeconds: 3 } }),
      `${at}.readinessProbe.terminationGracePeriodSeconds ${INVALID}`,
    ],
    [
      'a probe without a command',
      container({ startupProbe: { exec: {} } }),
      `${at}.startupProbe.exec.command ${REQUIRED}`,
    ],
    [
      'a negative delay',
      container({ livenessProbe: { tcpSocket: { port: 'http' }, initialDelaySeconds: -1 } }),
      `${at}.livenessProbe.initialDelaySeconds ${INVALID}`,
    ],
    [
      'a header that is none',
      container({ livenessProbe: { httpGet: { port: 1, httpHeaders: [{ name: 'a b', value: '' }] } } }),
      `${at}.livenessProbe.httpGet.httpHeaders[0].name ${INVALID}`,
    ],
    ['a hook without a handler', container({ lifecycle: { preStop: {} } }), `${at}.lifecycle.preStop ${REQUIRED}`],
    [
      'a request above its limit',
      container({ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }),
      `${at}.resources.requests ${INVALID}`,
    ],
    [
      'a negative limit',
      container({ resources: { limits: { memory: '-1' } } }),
      `${at}.resources.limits[memory] ${INVALID}`,
      `${at}.resources.requests[memory] ${INVALID}`,
    ],
    [
      'an unknown resource',
      container({ resources: { limits: { storage: '1' } } }),
      `${at}.resources.limits ${INVALID}`,
      `${at}.resources.requests ${INVALID}`,
    ],
    [
      'half a device',
      container({ resources: { limits: { 'example.com/gpu': '500m' } } }),
      `${at}.resources.limits[example.com/gpu] ${INVALID}`,
      `${at}.resources.requests[example.com/gpu] ${INVALID}`,
    ],
    [
      'a mount of a volume that is not there',
      container({ volumeMounts: [{ name: 'v', mountPath: '/x' }] }),
      `${at}.volumeMounts[0].name FieldValueNotFound`,
    ],
    [
      'a user who cannot be',
      container({ securityContext: { runAsUser: -1 } }),
      `${at}.securityContext.runAsUser ${INVALID}`,
    ],
    [
      'privileges and none',
      container({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }),
      `${at}.securityContext ${INVALID}`,
    ],
    [
      'probes of init containers',
      { spec: { initContainers: [{ name: 'i', image: 'i', livenessProbe: { exec: { command: ['x'] } } }] } },
      `spec.initContainers[0].livenessProbe ${FORBIDDEN}`,
    ],
  ],
  texts: [
    [
      container({ resources: { requests: { cpu: '1500m' }, limits: { cpu: '1' } } }),
      `${at}.resources.requests: Invalid value: "1500m": must be less than or equal to cpu limit of 1`,
    ],
    [container({ image: '' }), `${at}.image: Required value`],
    [
      { spec: { restartPolicy: 'Once' } },
      'spec.restartPolicy: Unsupported value: "Once": supported values: "Always", "OnFailure", "Never"',
    ],
  ],
});
