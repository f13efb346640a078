import { at, type BootstrapRole, emitEvents, on, READ, WRITE } from './bootstrap-rule.ts';

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
    rules: [on(AUTHENTICATION, 'tokenreviews', 'create'), on(AUTHORIZATION, 'subjectaccessreviews', 'create')],
  },
  {
    name: 'system:service-account-issuer-discovery',
    rules: [
      at('/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/'),
    ],
  },
  { name: 'system:node-bootstrapper', rules: [on(CERTIFICATES, 'certificatesigningrequests', `create ${READ}`)] },
  {
    name: 'system:node-proxier',
    rules: [
      on('core', 'services endpoints', 'list watch'),
      on('core', 'nodes', READ),
      emitEvents,
      on(DISCOVERY, 'endpointslices', 'list watch'),
      on(NETWORKING, 'servicecidrs', 'list watch'),
    ],
  },
  {
    name: 'system:kubelet-api-admin',
    rules: [
      on('core', 'nodes', READ),
      on('core', 'nodes', 'proxy'),
      on('core', 'nodes/configz nodes/healthz nodes/log nodes/metrics nodes/pods nodes/proxy nodes/stats', '*'),
    ],
  },
  { name: 'system:kube-dns', rules: [on('core', 'endpoints services', 'list watch')] },
  {
    name: 'system:kube-aggregator',
    rules: [on('core', 'services endpoints', READ), on(DISCOVERY, 'endpointslices', READ)],
  },
  {
    name: 'system:node',
    rules: [
      on(AUTHENTICATION, 'tokenreviews', 'create'),
      on(AUTHORIZATION, 'localsubjectaccessreviews subjectaccessreviews', 'create'),
      on('core', 'services', READ),
      on('core', 'nodes', `create ${READ}`),
      on('core', 'nodes/status', 'patch update'),
      on('core', 'nodes', 'delete patch update'),
      emitEvents,
      on('core', 'pods', READ),
      on('core', 'pods', 'create delete'),
      on('core', 'pods/status', 'patch update'),
      on('core', 'pods/eviction serviceaccounts/token', 'create'),
      on('core', 'configmaps secrets', READ),
      on('core', 'persistentvolumeclaims persistentvolumes', 'get'),
      on('core', 'persistentvolumeclaims/status', 'get patch update'),
      on('core', 'endpoints', 'get'),
      on('core', 'serviceaccounts', 'get'),
      on(CERTIFICATES, 'certificatesigningrequests', `create ${READ}`),
      on(COORDINATION, 'leases', 'create delete get patch update'),
      on(STORAGE, 'volumeattachments', 'get'),
      on(STORAGE, 'csidrivers', READ),
      on(STORAGE, 'csinodes', 'create delete get patch update'),
      on('node.k8s.io', 'runtimeclasses', READ),
      on(RESOURCE, 'resourceclaims', 'get'),
      on(RESOURCE, 'resourceslices', `${READ} ${WRITE}`),
    ],
  },
  {
    name: 'system:kube-scheduler',
    rules: [
      emitEvents,
      on(COORDINATION, 'leases', 'create list watch'),
      on(COORDINATION, 'leases', 'get update', 'kube-scheduler'),
      on('core', 'nodes', READ),
      on('core', 'pods', `delete ${READ}`),
      on('core', 'bindings pods/binding', 'create'),
      on('core', 'pods/status', 'patch update'),
      on('core', 'replicationcontrollers services namespaces persistentvolumeclaims persistentvolumes', READ),
      on('apps', 'replicasets statefulsets', READ),
      on('policy', 'poddisruptionbudgets', READ),
      on(AUTHENTICATION, 'tokenreviews', 'create'),
      on(AUTHORIZATION, 'subjectaccessreviews', 'create'),
      on(STORAGE, 'csidrivers csinodes csistoragecapacities storageclasses volumeattachments', READ),
      on(RESOURCE, 'deviceclasses resourceslices', READ),
      on(RESOURCE, 'resourceclaims resourceclaims/status', `${READ} patch update`),
    ],
  },
  {
    name: 'system:volume-scheduler',
    rules: [
      on('core', 'persistentvolumes', `${READ} patch update`),
      on('core', 'persistentvolumeclaims', `${READ} patch update`),
      on(STORAGE, 'storageclasses', READ),
    ],
  },
  {
    // Not one of Kubernetes' own: for policies that place pods by what nodes use.
    name: 'kubemin:node-usage-reader',
    rules: [on('metrics.k8s.io', 'nodes', 'get list'), on('core', 'nodes/proxy', 'get')],
  },
  {
    // Not one of Kubernetes' own: for the service proxy, cluster DNS, ingress controller and volumes of a node.
    name: 'kubemin:node-components',
    rules: [
      emitEvents,
      on('core', 'configmaps nodes persistentvolumeclaims persistentvolumes pods secrets services', READ),
      on(DISCOVERY, 'endpointslices', READ),
      on(NETWORKING, 'ingressclasses ingresses', READ),
      on(NETWORKING, 'ingresses/status', 'patch update'),
    ],
  },
  {
    name: 'system:kube-controller-manager',
    rules: [
      emitEvents,
      on(COORDINATION, 'leases', 'create list watch'),
      on(COORDINATION, 'leases', 'get update', 'kube-controller-manager'),
      on('core', 'secrets serviceaccounts', 'create'),
      on('core', 'secrets', 'delete get update'),
      on('core', 'configmaps namespaces', 'get'),
      on('core', 'serviceaccounts', 'get update'),
      on('core', 'serviceaccounts/token', 'create'),
      on(AUTHENTICATION, 'tokenreviews', 'create'),
      on(AUTHORIZATION, 'subjectaccessreviews', 'create'),
      on('*', '*', 'list watch'),
    ],
  },
];

/** What they need in single namespaces. */
export const namespacedRoles: readonly BootstrapRole[] = [
  {
    name: 'extension-apiserver-authentication-reader',
    namespace: 'kube-system',
    rules: [on('core', 'configmaps', READ, 'extension-apiserver-authentication')],
  },
  {
    name: 'system::leader-locking-kube-controller-manager',
    namespace: 'kube-system',
    rules: [on('core', 'configmaps', 'watch'), on('core', 'configmaps', 'get update', 'kube-controller-manager')],
  },
  {
    name: 'system::leader-locking-kube-scheduler',
    namespace: 'kube-system',
    rules: [on('core', 'configmaps', 'watch'), on('core', 'configmaps', 'get update', 'kube-scheduler')],
  },
];
