// The objects that run the hub in a cluster.
import { APIEXT_RULES, LEADER_RULES, MANAGER_RULES } from '@kubemin/controller';
import { sampleRules } from '@kubemin/samples';

/** The namespace of the hub, and the name of its objects. */
export const NAMESPACE = 'kubemin-controllers';
export const NAME = 'kubemin-hub';

const labels = { 'app.kubernetes.io/name': NAME };
const METRICS_PORT = 18_001;
const HEALTH_PORT = 18_002;

/** The arguments of the container; a Deployment of a single controller has one more. */
export function hubArguments(more: readonly string[] = []): readonly string[] {
  return [
    'hub',
    '--enable-leader-election',
    `--leader-election-namespace=${NAMESPACE}`,
    `--metrics-bind-address=0.0.0.0:${METRICS_PORT}`,
    `--health-probe-bind-address=0.0.0.0:${HEALTH_PORT}`,
    ...more,
  ];
}

/** The service account of the hub. */
export const serviceAccount = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: NAME, namespace: NAMESPACE, labels },
};

/** What it may do in all namespaces. */
export const clusterRole = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: NAME, labels },
  rules: [...MANAGER_RULES, ...sampleRules],
};

/** What it may do in its own namespace: leader election. */
export const leaderRole = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  metadata: { name: NAME, namespace: NAMESPACE, labels },
  rules: LEADER_RULES,
};

/** Gives it that. */
export const leaderBinding = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata: { name: NAME, namespace: NAMESPACE, labels },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: NAME },
  subjects: [{ kind: 'ServiceAccount', name: NAME, namespace: NAMESPACE }],
};

/** What it may do besides when it serves the extension API (`--apiserver-enabled`); not given by default. */
export const apiExtRole = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: `${NAME}-apiext`, labels },
  rules: APIEXT_RULES,
};

/** The Secret with certificate and key of the extension API (`kubectl create secret tls`), and where its files are. */
export const apiExtTls = { secretName: `${NAME}-apiext-tls`, mountPath: '/etc/kubemin/apiext-tls' };

/** Its arguments when it serves the extension API: requests carry tokens, so never without TLS. */
export const apiExtArguments: readonly string[] = hubArguments([
  '--apiserver-enabled',
  '--apiext-bind-address=0.0.0.0:6084',
  `--apiext-tls-cert-file=${apiExtTls.mountPath}/tls.crt`,
  `--apiext-tls-private-key-file=${apiExtTls.mountPath}/tls.key`,
]);

/** Gives a role to the hub. */
export function roleBinding(role: string): object {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: role, labels },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ kind: 'ServiceAccount', name: NAME, namespace: NAMESPACE }],
  };
}

/** The namespace of all that. */
export const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels } };

/** Two replicas: one leads, the other takes over. */
export const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: NAME, namespace: NAMESPACE, labels },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        serviceAccountName: NAME,
        enableServiceLinks: false,
        terminationGracePeriodSeconds: 60,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1000,
          runAsGroup: 1000,
          seccompProfile: { type: 'RuntimeDefault' },
        },
        containers: [
          {
            name: 'hub',
            image: 'kubemin:0.1.0',
            imagePullPolicy: 'IfNotPresent',
            args: hubArguments(),
            ports: [
              { name: 'metrics', containerPort: METRICS_PORT },
              { name: 'health', containerPort: HEALTH_PORT },
            ],
            livenessProbe: { httpGet: { path: '/healthz', port: 'health' }, periodSeconds: 10, timeoutSeconds: 5 },
            readinessProbe: { httpGet: { path: '/readyz', port: 'health' }, periodSeconds: 5, timeoutSeconds: 5 },
            resources: { limits: { memory: '512Mi' }, requests: { cpu: '50m', memory: '96Mi' } },
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            volumeMounts: [{ name: 'data', mountPath: '/var/lib/kubemin' }],
          },
        ],
        volumes: [{ name: 'data', emptyDir: {} }],
      },
    },
  },
};
