import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import { EMIT_EVENTS, READ, resourceRule } from './bootstrap-rule.ts';

const AUTHORIZATION = 'authorization.k8s.io';
const CERTIFICATES = 'certificates.k8s.io';
const DISCOVERY = 'discovery.k8s.io';
const RBAC = 'rbac.authorization.k8s.io';
const STORAGE = 'storage.k8s.io';

/** What each controller needs, by the name of the service account in kube-system that each is bound to. */
export const controllerRules: Readonly<Record<string, readonly PolicyRule[]>> = {
  'attachdetach-controller': [
    resourceRule('core', 'persistentvolumeclaims persistentvolumes', 'list watch'),
    resourceRule('core', 'nodes', READ),
    resourceRule('core', 'nodes/status', 'patch update'),
    resourceRule('core', 'pods', 'list watch'),
    EMIT_EVENTS,
    resourceRule(STORAGE, 'volumeattachments', `create delete ${READ} patch`),
    resourceRule(STORAGE, 'csidrivers csinodes', READ),
  ],
  'certificate-controller': [
    resourceRule(CERTIFICATES, 'certificatesigningrequests', `delete ${READ}`),
    resourceRule(CERTIFICATES, 'certificatesigningrequests/approval certificatesigningrequests/status', 'update'),
    resourceRule(CERTIFICATES, 'signers', 'approve', 'kubernetes.io/kube-apiserver-client-kubelet'),
    resourceRule(
      CERTIFICATES,
      'signers',
      'sign',
      'kubernetes.io/kube-apiserver-client kubernetes.io/kube-apiserver-client-kubelet kubernetes.io/kubelet-serving kubernetes.io/legacy-unknown',
    ),
    resourceRule(AUTHORIZATION, 'subjectaccessreviews', 'create'),
    EMIT_EVENTS,
  ],
  'clusterrole-aggregation-controller': [resourceRule(RBAC, 'clusterroles', 'escalate get list patch update watch')],
  'cronjob-controller': [
    resourceRule('batch', 'cronjobs', `${READ} update`),
    resourceRule('batch', 'jobs', `create delete ${READ} patch update`),
    resourceRule('batch', 'cronjobs/finalizers cronjobs/status', 'update'),
    resourceRule('core', 'pods', 'delete list watch'),
    EMIT_EVENTS,
  ],
  'daemon-set-controller': [
    resourceRule('apps', 'daemonsets', READ),
    resourceRule('apps', 'daemonsets/finalizers daemonsets/status', 'update'),
    resourceRule('core', 'nodes', 'list watch'),
    resourceRule('core', 'pods', 'create delete list patch watch'),
    resourceRule('core', 'pods/binding', 'create'),
    resourceRule('apps', 'controllerrevisions', `create delete ${READ} patch update`),
    EMIT_EVENTS,
  ],
  'deployment-controller': [
    resourceRule('apps', 'deployments', `${READ} update`),
    resourceRule('apps', 'deployments/finalizers deployments/status', 'update'),
    resourceRule('apps', 'replicasets', `create delete ${READ} patch update`),
    resourceRule('core', 'pods', `${READ} update`),
    EMIT_EVENTS,
  ],
  'disruption-controller': [
    resourceRule('apps', 'deployments replicasets statefulsets', READ),
    resourceRule('core', 'pods replicationcontrollers', READ),
    resourceRule('policy', 'poddisruptionbudgets', READ),
    resourceRule('policy', 'poddisruptionbudgets/status', 'update'),
    resourceRule('core', 'pods/status', 'patch update'),
    resourceRule('*', '*/scale', 'get'),
    EMIT_EVENTS,
  ],
  'endpoint-controller': [
    resourceRule('core', 'pods services', READ),
    resourceRule('core', 'endpoints', `create delete ${READ} update`),
    resourceRule('core', 'endpoints/restricted', 'create'),
    EMIT_EVENTS,
  ],
  'endpointslice-controller': [
    resourceRule('core', 'nodes pods services', READ),
    resourceRule('core', 'services/finalizers', 'update'),
    resourceRule(DISCOVERY, 'endpointslices', `create delete ${READ} update`),
    EMIT_EVENTS,
  ],
  'endpointslicemirroring-controller': [
    resourceRule('core', 'endpoints services', READ),
    resourceRule('core', 'services/finalizers endpoints/finalizers', 'update'),
    resourceRule(DISCOVERY, 'endpointslices', `create delete ${READ} update`),
    EMIT_EVENTS,
  ],
  'ephemeral-volume-controller': [
    resourceRule('core', 'pods', READ),
    resourceRule('core', 'pods/finalizers', 'update'),
    resourceRule('core', 'persistentvolumeclaims', `create ${READ}`),
    EMIT_EVENTS,
  ],
  'expand-controller': [
    resourceRule('core', 'persistentvolumes', `${READ} patch update`),
    resourceRule('core', 'persistentvolumeclaims/status', 'patch update'),
    resourceRule('core', 'persistentvolumeclaims', READ),
    resourceRule('core', 'services', 'get'),
    EMIT_EVENTS,
  ],
  'generic-garbage-collector': [resourceRule('*', '*', `delete ${READ} patch update`), EMIT_EVENTS],
  'horizontal-pod-autoscaler': [
    resourceRule('autoscaling', 'horizontalpodautoscalers', READ),
    resourceRule('autoscaling', 'horizontalpodautoscalers/status', 'update'),
    resourceRule('*', '*/scale', 'get update'),
    resourceRule('core', 'pods', 'list watch'),
    resourceRule('metrics.k8s.io', 'pods', 'list watch'),
    resourceRule('custom.metrics.k8s.io external.metrics.k8s.io', '*', READ),
    EMIT_EVENTS,
  ],
  'job-controller': [
    resourceRule('batch', 'jobs', `${READ} patch update`),
    resourceRule('batch', 'jobs/finalizers jobs/status', 'update'),
    resourceRule('core', 'pods', 'create delete list patch watch'),
    EMIT_EVENTS,
  ],
  'namespace-controller': [
    resourceRule('core', 'namespaces', `delete ${READ}`),
    resourceRule('core', 'namespaces/finalize namespaces/status', 'update'),
    resourceRule('*', '*', `delete deletecollection ${READ}`),
  ],
  'node-controller': [
    resourceRule('core', 'nodes', `delete ${READ} patch update`),
    resourceRule('core', 'nodes/status', 'patch update'),
    resourceRule('core', 'pods/status', 'patch update'),
    resourceRule('core', 'pods', `delete ${READ}`),
    EMIT_EVENTS,
  ],
  'persistent-volume-binder': [
    resourceRule('core', 'persistentvolumes', `create delete ${READ} update`),
    resourceRule('core', 'persistentvolumes/status persistentvolumeclaims/status', 'update'),
    resourceRule('core', 'persistentvolumeclaims', `${READ} update`),
    resourceRule('core', 'pods', `create delete ${READ}`),
    resourceRule(STORAGE, 'storageclasses', READ),
    resourceRule('core', 'nodes', 'list watch'),
    resourceRule('core', 'events', 'watch'),
    resourceRule('core', 'services', 'get'),
    EMIT_EVENTS,
  ],
  'pod-garbage-collector': [
    resourceRule('core', 'pods', 'delete list watch'),
    resourceRule('core', 'nodes', READ),
    resourceRule('core', 'pods/status', 'patch'),
  ],
  'pv-protection-controller': [resourceRule('core', 'persistentvolumes', `${READ} update`), EMIT_EVENTS],
  'pvc-protection-controller': [
    resourceRule('core', 'persistentvolumeclaims', `${READ} update`),
    resourceRule('core', 'pods', READ),
    EMIT_EVENTS,
  ],
  'replicaset-controller': [
    resourceRule('apps', 'replicasets', `${READ} update`),
    resourceRule('apps', 'replicasets/finalizers replicasets/status', 'update'),
    resourceRule('core', 'pods', 'create delete list patch watch'),
    EMIT_EVENTS,
  ],
  'replication-controller': [
    resourceRule('core', 'replicationcontrollers', `${READ} update`),
    resourceRule('core', 'replicationcontrollers/finalizers replicationcontrollers/status', 'update'),
    resourceRule('core', 'pods', 'create delete list patch watch'),
    EMIT_EVENTS,
  ],
  'resourcequota-controller': [
    resourceRule('*', '*', 'list watch'),
    resourceRule('core', 'resourcequotas/status', 'update'),
    EMIT_EVENTS,
  ],
  'root-ca-cert-publisher': [resourceRule('core', 'configmaps', 'create update'), EMIT_EVENTS],
  'service-account-controller': [resourceRule('core', 'serviceaccounts', 'create'), EMIT_EVENTS],
  'statefulset-controller': [
    resourceRule('core', 'pods', 'list watch'),
    resourceRule('apps', 'statefulsets', READ),
    resourceRule('apps', 'statefulsets/finalizers statefulsets/status', 'update'),
    resourceRule('core', 'pods', 'create delete get patch update'),
    resourceRule('core', 'pods/finalizers', 'update'),
    resourceRule('apps', 'controllerrevisions', `create delete ${READ} patch update`),
    resourceRule('core', 'persistentvolumeclaims', `create delete ${READ} update`),
    EMIT_EVENTS,
  ],
  'ttl-after-finished-controller': [resourceRule('batch', 'jobs', `delete ${READ}`), EMIT_EVENTS],
  'ttl-controller': [resourceRule('core', 'nodes', 'list patch update watch'), EMIT_EVENTS],
};
