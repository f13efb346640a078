import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import { emitEvents, on, READ } from './bootstrap-rule.ts';

const AUTHORIZATION = 'authorization.k8s.io';
const CERTIFICATES = 'certificates.k8s.io';
const COORDINATION = 'coordination.k8s.io';
const DISCOVERY = 'discovery.k8s.io';
const RBAC = 'rbac.authorization.k8s.io';
const STORAGE = 'storage.k8s.io';

/** What each controller needs, by the name of the service account in kube-system that each is bound to. */
export const controllerRules: Readonly<Record<string, readonly PolicyRule[]>> = {
  'attachdetach-controller': [
    on('core', 'persistentvolumeclaims persistentvolumes', 'list watch'),
    on('core', 'nodes', READ),
    on('core', 'nodes/status', 'patch update'),
    on('core', 'pods', 'list watch'),
    emitEvents,
    on(STORAGE, 'volumeattachments', `create delete ${READ} patch`),
    on(STORAGE, 'csidrivers csinodes', READ),
  ],
  'certificate-controller': [
    on(CERTIFICATES, 'certificatesigningrequests', `delete ${READ}`),
    on(CERTIFICATES, 'certificatesigningrequests/approval certificatesigningrequests/status', 'update'),
    on(CERTIFICATES, 'signers', 'approve sign'),
    on(AUTHORIZATION, 'subjectaccessreviews', 'create'),
    emitEvents,
  ],
  'clusterrole-aggregation-controller': [on(RBAC, 'clusterroles', 'escalate get list patch update watch')],
  'cronjob-controller': [
    on('batch', 'cronjobs', `${READ} update`),
    on('batch', 'jobs', `create delete ${READ} patch update`),
    on('batch', 'cronjobs/finalizers cronjobs/status', 'update'),
    on('core', 'pods', 'delete list'),
    emitEvents,
  ],
  'daemon-set-controller': [
    on('apps', 'daemonsets', READ),
    on('apps', 'daemonsets/finalizers daemonsets/status', 'update'),
    on('core', 'nodes', 'list watch'),
    on('core', 'pods', 'create delete list patch watch'),
    on('core', 'pods/binding', 'create'),
    on('apps', 'controllerrevisions', `create delete ${READ} patch update`),
    emitEvents,
  ],
  'deployment-controller': [
    on('apps', 'deployments', `${READ} update`),
    on('apps', 'deployments/finalizers deployments/status', 'update'),
    on('apps', 'replicasets', `create delete ${READ} patch update`),
    on('core', 'pods', `${READ} update`),
    emitEvents,
  ],
  'disruption-controller': [
    on('apps', 'deployments replicasets statefulsets', READ),
    on('core', 'pods replicationcontrollers', READ),
    on('policy', 'poddisruptionbudgets', READ),
    on('policy', 'poddisruptionbudgets/status', 'update'),
    on('core', 'pods/status', 'patch update'),
    on('*', '*/scale', 'get'),
    emitEvents,
  ],
  'endpoint-controller': [
    on('core', 'pods services', READ),
    on('core', 'endpoints', `create delete ${READ} update`),
    on('core', 'endpoints/restricted', 'create'),
    emitEvents,
  ],
  'endpointslice-controller': [
    on('core', 'nodes pods services', READ),
    on('core', 'services/finalizers', 'update'),
    on(DISCOVERY, 'endpointslices', `create delete ${READ} update`),
    emitEvents,
  ],
  'endpointslicemirroring-controller': [
    on('core', 'endpoints services', READ),
    on('core', 'services/finalizers endpoints/finalizers', 'update'),
    on(DISCOVERY, 'endpointslices', `create delete ${READ} update`),
    emitEvents,
  ],
  'ephemeral-volume-controller': [
    on('core', 'pods', READ),
    on('core', 'pods/finalizers', 'update'),
    on('core', 'persistentvolumeclaims', `create ${READ}`),
    emitEvents,
  ],
  'expand-controller': [
    on('core', 'persistentvolumes', `${READ} patch update`),
    on('core', 'persistentvolumeclaims/status', 'patch update'),
    on('core', 'persistentvolumeclaims', READ),
    on(STORAGE, 'storageclasses', READ),
    emitEvents,
  ],
  'generic-garbage-collector': [on('*', '*', `delete ${READ} patch update`), emitEvents],
  'horizontal-pod-autoscaler': [
    on('autoscaling', 'horizontalpodautoscalers', READ),
    on('autoscaling', 'horizontalpodautoscalers/status', 'update'),
    on('*', '*/scale', 'get update'),
    on('core', 'pods', 'list'),
    on('metrics.k8s.io', 'pods', 'list'),
    on('custom.metrics.k8s.io external.metrics.k8s.io', '*', 'get list'),
    emitEvents,
  ],
  'job-controller': [
    on('batch', 'jobs', `${READ} patch update`),
    on('batch', 'jobs/finalizers jobs/status', 'update'),
    on('core', 'pods', 'create delete list patch watch'),
    emitEvents,
  ],
  'namespace-controller': [
    on('core', 'namespaces', `delete ${READ}`),
    on('core', 'namespaces/finalize namespaces/status', 'update'),
    on('*', '*', 'delete deletecollection get list'),
  ],
  'node-controller': [
    on('core', 'nodes', `delete ${READ} patch update`),
    on('core', 'nodes/status', 'patch update'),
    on('core', 'pods/status', 'patch update'),
    on('core', 'pods', 'delete list watch get'),
    on(COORDINATION, 'leases', READ),
    emitEvents,
  ],
  'persistent-volume-binder': [
    on('core', 'persistentvolumes', `create delete ${READ} update`),
    on('core', 'persistentvolumes/status persistentvolumeclaims/status', 'update'),
    on('core', 'persistentvolumeclaims', `${READ} update`),
    on('core', 'pods', `create delete ${READ}`),
    on(STORAGE, 'storageclasses csinodes', READ),
    on('core', 'nodes', READ),
    emitEvents,
  ],
  'pod-garbage-collector': [
    on('core', 'pods', 'delete list watch'),
    on('core', 'nodes', 'get list'),
    on('core', 'pods/status', 'patch'),
  ],
  'pv-protection-controller': [on('core', 'persistentvolumes', `${READ} update`), emitEvents],
  'pvc-protection-controller': [
    on('core', 'persistentvolumeclaims', `${READ} update`),
    on('core', 'pods', READ),
    emitEvents,
  ],
  'replicaset-controller': [
    on('apps', 'replicasets', `${READ} update`),
    on('apps', 'replicasets/finalizers replicasets/status', 'update'),
    on('core', 'pods', 'create delete list patch watch'),
    emitEvents,
  ],
  'replication-controller': [
    on('core', 'replicationcontrollers', `${READ} update`),
    on('core', 'replicationcontrollers/finalizers replicationcontrollers/status', 'update'),
    on('core', 'pods', 'create delete list patch watch'),
    emitEvents,
  ],
  'resourcequota-controller': [on('*', '*', 'list watch'), on('core', 'resourcequotas/status', 'update'), emitEvents],
  'root-ca-cert-publisher': [on('core', 'configmaps', 'create update'), emitEvents],
  'service-account-controller': [on('core', 'serviceaccounts', 'create'), emitEvents],
  'statefulset-controller': [
    on('core', 'pods', READ),
    on('apps', 'statefulsets', READ),
    on('apps', 'statefulsets/finalizers statefulsets/status', 'update'),
    on('core', 'pods', 'create delete patch update'),
    on('apps', 'controllerrevisions', `create delete ${READ} patch update`),
    on('core', 'persistentvolumeclaims', 'create delete get list patch update watch'),
    emitEvents,
  ],
  'ttl-after-finished-controller': [on('batch', 'jobs', `delete ${READ}`), emitEvents],
  'ttl-controller': [on('core', 'nodes', 'list patch update watch'), emitEvents],
};
