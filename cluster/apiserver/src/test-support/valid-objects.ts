import { configMap, deployment, pod } from './test-api.ts';

const IN_DEFAULT = '/api/v1/namespaces/default';
const APPS = '/apis/apps/v1/namespaces/default';
const BATCH = '/apis/batch/v1/namespaces/default';
const NETWORKING = '/apis/networking.k8s.io/v1/namespaces/default';

const metadata = { name: 'a', labels: { app: 'a' }, annotations: { note: 'a' } };
const container = {
  ...{ name: 'main', image: 'app:1', command: ['run'], args: ['all'] },
  ports: [{ name: 'http', containerPort: 80, protocol: 'TCP' }],
  env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }],
  envFrom: [{ configMapRef: { name: 'c' } }],
  resources: { requests: { cpu: '1' }, limits: { cpu: '2', memory: '1Gi' } },
  readinessProbe: { httpGet: { path: '/', port: 'http' } },
  lifecycle: { preStop: { exec: { command: ['stop'] } } },
  securityContext: { runAsUser: 1, capabilities: { drop: ['ALL'] } },
  volumeMounts: [{ name: 'v', mountPath: '/v' }],
};
const affinity = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }],
    },
  },
  podAntiAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      { weight: 1, podAffinityTerm: { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'a' } } } },
    ],
  },
};
const podSpec = {
  containers: [container],
  initContainers: [{ name: 'init', image: 'init:1' }],
  volumes: [{ name: 'v', projected: { sources: [{ configMap: { name: 'c', items: [{ key: 'k', path: 'p' }] } }] } }],
  tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule' }],
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'a' } },
    },
  ],
  ...{ affinity, imagePullSecrets: [{ name: 's' }], securityContext: { fsGroup: 1 } },
};
const template = { metadata: { labels: { app: 'a' } }, spec: podSpec };
const selector = { matchLabels: { app: 'a' }, matchExpressions: [{ key: 'app', operator: 'Exists' }] };
const once = { ...template, spec: { ...podSpec, restartPolicy: 'Never' } };
const backend = { service: { name: 'a', port: { number: 80 } } };
const storage = { requests: { storage: '1Gi' } };
const claim = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: storage } };
const scaleTarget = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' };
const peer = { podSelector: selector, namespaceSelector: {} };

/** Where to create it, and an object that has most of what its kind can have. */
export const VALID_OBJECTS: readonly (readonly [url: string, object: unknown])[] = [
  [`${IN_DEFAULT}/configmaps`, configMap('a', { data: { a: 'b' } })],
  [`${IN_DEFAULT}/secrets`, { metadata, data: { a: 'YQ==' }, stringData: { b: 'c' } }],
  [`${IN_DEFAULT}/pods`, pod('a', podSpec)],
  [`${IN_DEFAULT}/podtemplates`, { metadata, template }],
  [`${IN_DEFAULT}/replicationcontrollers`, { metadata, spec: { selector: { app: 'a' }, template } }],
  [`${IN_DEFAULT}/persistentvolumeclaims`, { ...claim, metadata }],
  [`${IN_DEFAULT}/serviceaccounts`, { metadata, secrets: [{ name: 's' }], imagePullSecrets: [{ name: 's' }] }],
  [
    `${IN_DEFAULT}/services`,
    { metadata, spec: { type: 'NodePort', selector: { app: 'a' }, ports: [{ name: 'http', port: 80 }] } },
  ],
  [`${IN_DEFAULT}/resourcequotas`, { metadata, spec: { hard: { pods: '1000' }, scopes: ['NotTerminating'] } }],
  [`${IN_DEFAULT}/limitranges`, { metadata, spec: { limits: [{ type: 'Container', max: { cpu: '8' } }] } }],
  ['/api/v1/nodes', { metadata, spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } }],
  [
    '/api/v1/persistentvolumes',
    { metadata, spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' } } },
  ],
  [`${APPS}/deployments`, deployment('a', { selector, template, strategy: { rollingUpdate: { maxSurge: 1 } } })],
  [`${APPS}/replicasets`, { metadata, spec: { selector, template } }],
  [`${APPS}/daemonsets`, { metadata, spec: { selector, template, updateStrategy: { type: 'RollingUpdate' } } }],
  [
    `${APPS}/statefulsets`,
    { metadata, spec: { selector, template, serviceName: 'a', volumeClaimTemplates: [claim], ordinals: { start: 1 } } },
  ],
  [`${BATCH}/jobs`, { metadata, spec: { template: once, backoffLimit: 1 } }],
  [`${BATCH}/cronjobs`, { metadata, spec: { schedule: '* * * * *', jobTemplate: { spec: { template: once } } } }],
  [
    `${NETWORKING}/ingresses`,
    {
      metadata,
      spec: {
        tls: [{ hosts: ['a.test'], secretName: 's' }],
        rules: [{ host: 'a.test', http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
      },
    },
  ],
  [
    `${NETWORKING}/networkpolicies`,
    { metadata, spec: { podSelector: selector, ingress: [{ from: [peer], ports: [{ port: 80 }] }] } },
  ],
  [
    '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
    {
      metadata,
      spec: {
        ...{ scaleTargetRef: scaleTarget, minReplicas: 1, maxReplicas: 2 },
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1 } } },
        ],
      },
    },
  ],
  ['/apis/policy/v1/namespaces/default/poddisruptionbudgets', { metadata, spec: { selector, minAvailable: 1 } }],
  [
    '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles',
    { metadata, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
  ],
  [
    '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
    {
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'a' }],
    },
  ],
  ['/apis/storage.k8s.io/v1/storageclasses', { metadata, provisioner: 'example.com/a', parameters: { a: 'b' } }],
];
