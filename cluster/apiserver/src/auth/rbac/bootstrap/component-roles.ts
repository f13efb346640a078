import { type BootstrapRole, EMIT_EVENTS, pathRule, READ, resourceRule, WRITE } from './bootstrap-rule.ts';

const AUTHENTICATION = 'authentication.k8s.io';
const AUTHORIZATION = 'authorization.k8s.io';
const CERTIFICATES = 'certificates.k8s.io';
const COORDINATION = 'coordination.k8s.io';
const DISCOVERY = 'discovery.k8s.io';
const NETWORKING = 'networking.k8s.io';
const RESOURCE = 'resource.k8s.io';
const STORAGE = 'storage.k8s.io';

/** What nodes, schedulers and other parts of a cluster need. */
export const componentRoles: readonly BootstrapRole[] = [
  {
    name: 'system:auth-delegator',
    rules: [
      resourceRule(AUTHENTICATION, 'tokenreviews', 'create'),
      resourceRule(AUTHORIZATION, 'subjectaccessreviews', 'create'),
    ],
  },
  {
    name: 'system:service-account-issuer-discovery',
    rules: [
      pathRule('/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/'),
    ],
  },
  {
    name: 'system:node-bootstrapper',
    rules: [resourceRule(CERTIFICATES, 'certificatesigningrequests', `create ${READ}`)],
  },
  {
    name: 'system:node-proxier',
    rules: [
      resourceRule('core', 'services endpoints', 'list watch'),
      resourceRule('core', 'nodes', READ),
      EMIT_EVENTS,
      resourceRule(DISCOVERY, 'endpointslices', 'list watch'),
      resourceRule(NETWORKING, 'servicecidrs', 'list watch'),
    ],
  },
  {
    name: 'system:kubelet-api-admin',
    rules: [
      resourceRule('core', 'nodes', READ),
      resourceRule('core', 'nodes', 'proxy'),
      resourceRule(
        'core',
        'nodes/configz nodes/healthz nodes/log nodes/metrics nodes/pods nodes/proxy nodes/stats',
        '*',
      ),
    ],
  },
  { name: 'system:kube-dns', rules: [resourceRule('core', 'endpoints services', 'list watch')] },
  {
    name: 'system:kube-aggregator',
    rules: [resourceRule('core', 'services endpoints', READ), resourceRule(DISCOVERY, 'endpointslices', READ)],
  },
  {
    name: 'system:node',
    rules: [
      resourceRule(AUTHENTICATION, 'tokenreviews', 'create'),
      resourceRule(AUTHORIZATION, 'localsubjectaccessreviews subjectaccessreviews', 'create'),
      resourceRule('core', 'services', READ),
      resourceRule('core', 'nodes', `create ${READ}`),
      resourceRule('core', 'nodes/status', 'patch update'),
      resourceRule('core', 'nodes', 'delete patch update'),
      EMIT_EVENTS,
      resourceRule('core', 'pods', READ),
      resourceRule('core', 'pods', 'create delete'),
      resourceRule('core', 'pods/status', 'patch update'),
      resourceRule('core', 'pods/eviction serviceaccounts/token', 'create'),
      resourceRule('core', 'configmaps secrets', READ),
      resourceRule('core', 'persistentvolumeclaims persistentvolumes', 'get'),
      resourceRule('core', 'persistentvolumeclaims/status', 'get patch update'),
      resourceRule('core', 'endpoints', 'get'),
      resourceRule('core', 'serviceaccounts', 'get'),
      resourceRule(CERTIFICATES, 'certificatesigningrequests', `create ${READ}`),
      resourceRule(COORDINATION, 'leases', 'create delete get patch update'),
      resourceRule(STORAGE, 'volumeattachments', 'get'),
      resourceRule(STORAGE, 'csidrivers', READ),
      resourceRule(STORAGE, 'csinodes', 'create delete get patch update'),
      resourceRule('node.k8s.io', 'runtimeclasses', READ),
      resourceRule(RESOURCE, 'resourceclaims', 'get'),
      resourceRule(RESOURCE, 'resourceslices', `${READ} ${WRITE}`),
    ],
  },
  {
    name: 'system:kube-scheduler',
    rules: [
      EMIT_EVENTS,
      resourceRule(COORDINATION, 'leases', 'create list watch'),
      resourceRule(COORDINATION, 'leases', 'get update', 'kube-scheduler'),
      resourceRule('core', 'nodes', READ),
      resourceRule('core', 'pods', `delete ${READ}`),
      resourceRule('core', 'bindings pods/binding', 'create'),
      resourceRule('core', 'pods/status', 'patch update'),
      resourceRule('core', 'replicationcontrollers services namespaces persistentvolumeclaims persistentvolumes', READ),
      resourceRule('apps', 'replicasets statefulsets', READ),
      resourceRule('policy', 'poddisruptionbudgets', READ),
      resourceRule(AUTHENTICATION, 'tokenreviews', 'create'),
      resourceRule(AUTHORIZATION, 'subjectaccessreviews', 'create'),
      resourceRule(STORAGE, 'csidrivers csinodes csistoragecapacities storageclasses volumeattachments', READ),
      resourceRule(RESOURCE, 'deviceclasses resourceslices', READ),
      resourceRule(RESOURCE, 'resourceclaims resourceclaims/status', `${READ} patch update`),
    ],
  },
  {
    name: 'system:volume-scheduler',
    rules: [
      resourceRule('core', 'persistentvolumes', `${READ} patch update`),
      resourceRule('core', 'persistentvolumeclaims', `${READ} patch update`),
      resourceRule(STORAGE, 'storageclasses', READ),
    ],
  },
  {
    // Not one of Kubernetes' own: for policies that place pods by what nodes use.
    name: 'kubemin:node-usage-reader',
    rules: [resourceRule('metrics.k8s.io', 'nodes', 'get list'), resourceRule('core', 'nodes/proxy', 'get')],
  },
  {
    // Not one of Kubernetes' own: for services, network policies, cluster DNS, ingress controller, volumes and runtime classes of a node.
    name: 'kubemin:node-components',
    rules: [
      EMIT_EVENTS,
      resourceRule('core', 'configmaps namespaces nodes persistentvolumeclaims persistentvolumes', READ),
      resourceRule('core', 'pods secrets services', READ),
      resourceRule(DISCOVERY, 'endpointslices', READ),
      resourceRule('node.k8s.io', 'runtimeclasses', READ),
      resourceRule(NETWORKING, 'ingressclasses ingresses networkpolicies', READ),
      resourceRule(NETWORKING, 'ingresses/status', 'patch update'),
    ],
  },
  {
    name: 'system:kube-controller-manager',
    rules: [
      EMIT_EVENTS,
      resourceRule(COORDINATION, 'leases', 'create list watch'),
      resourceRule(COORDINATION, 'leases', 'get update', 'kube-controller-manager'),
      resourceRule('core', 'secrets serviceaccounts', 'create'),
      resourceRule('core', 'secrets', 'delete get update'),
      resourceRule('core', 'configmaps namespaces', 'get'),
      resourceRule('core', 'serviceaccounts', 'get update'),
      resourceRule('core', 'serviceaccounts/token', 'create'),
      resourceRule(AUTHENTICATION, 'tokenreviews', 'create'),
      resourceRule(AUTHORIZATION, 'subjectaccessreviews', 'create'),
      resourceRule('*', '*', 'list watch'),
    ],
  },
];

/** What they need in single namespaces. */
export const namespacedRoles: readonly BootstrapRole[] = [
  {
    name: 'extension-apiserver-authentication-reader',
    namespace: 'kube-system',
    rules: [resourceRule('core', 'configmaps', READ, 'extension-apiserver-authentication')],
  },
  {
    name: 'system::leader-locking-kube-controller-manager',
    namespace: 'kube-system',
    rules: [
      resourceRule('core', 'configmaps', 'watch'),
      resourceRule('core', 'configmaps', 'get update', 'kube-controller-manager'),
    ],
  },
  {
    name: 'system::leader-locking-kube-scheduler',
    namespace: 'kube-system',
    rules: [
      resourceRule('core', 'configmaps', 'watch'),
      resourceRule('core', 'configmaps', 'get update', 'kube-scheduler'),
    ],
  },
];
