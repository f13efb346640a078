import { at, type BootstrapRole, on, READ, WRITE } from './bootstrap-rule.ts';

const AUTHENTICATION = 'authentication.k8s.io';
const AUTHORIZATION = 'authorization.k8s.io';
const COORDINATION = 'coordination.k8s.io';
const DISCOVERY = 'discovery.k8s.io';
const NETWORKING = 'networking.k8s.io';
const RBAC = 'rbac.authorization.k8s.io';
const RESOURCE = 'resource.k8s.io';
const DISCOVERY_PATHS = '/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/';
const APPS = 'daemonsets deployments deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale';
const CORE_STATUS =
  'bindings events limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status';
const CORE_PLAIN =
  'configmaps persistentvolumeclaims pods replicationcontrollers replicationcontrollers/scale serviceaccounts services';

/** What people are given: everything, or to administer, change or look at a namespace. */
export const userRoles: readonly BootstrapRole[] = [
  { name: 'cluster-admin', rules: [on('*', '*', '*'), at('*', '*')] },
  { name: 'system:discovery', rules: [at(DISCOVERY_PATHS)] },
  { name: 'system:public-info-viewer', rules: [at('/healthz /livez /readyz /version /version/')] },
  {
    name: 'system:monitoring',
    rules: [at('/healthz /healthz/* /livez /livez/* /metrics /metrics/slis /metrics/state /readyz /readyz/*')],
  },
  {
    name: 'system:basic-user',
    rules: [
      on(AUTHORIZATION, 'selfsubjectaccessreviews selfsubjectrulesreviews', 'create'),
      on(AUTHENTICATION, 'selfsubjectreviews', 'create'),
    ],
  },
  { name: 'admin', aggregates: 'admin', rules: [] },
  { name: 'edit', aggregates: 'edit', aggregateTo: ['admin'], rules: [] },
  { name: 'view', aggregates: 'view', aggregateTo: ['edit'], rules: [] },
  {
    name: 'system:aggregate-to-admin',
    aggregateTo: ['admin'],
    rules: [
      on(AUTHORIZATION, 'localsubjectaccessreviews', 'create'),
      on(RBAC, 'rolebindings roles', `${READ} ${WRITE}`),
    ],
  },
  {
    name: 'system:aggregate-to-edit',
    aggregateTo: ['edit'],
    rules: [
      on('core', 'pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy', READ),
      on('core', 'serviceaccounts', 'impersonate'),
      on('core', 'pods pods/attach pods/exec pods/portforward pods/proxy', WRITE),
      on('core', 'pods/eviction', 'create'),
      on(
        'core',
        'configmaps events persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy',
        WRITE,
      ),
      on('core', 'serviceaccounts/token', 'create'),
      on('apps', APPS, WRITE),
      on('autoscaling', 'horizontalpodautoscalers', WRITE),
      on('batch', 'cronjobs jobs', WRITE),
      on('policy', 'poddisruptionbudgets', WRITE),
      on(NETWORKING, 'ingresses networkpolicies', WRITE),
      on(COORDINATION, 'leases', `${READ} ${WRITE}`),
      on(RESOURCE, 'resourceclaims resourceclaimtemplates', WRITE),
    ],
  },
  {
    name: 'system:aggregate-to-view',
    aggregateTo: ['view'],
    rules: [
      on('core', `${CORE_PLAIN} endpoints persistentvolumeclaims/status services/status`, READ),
      on('core', CORE_STATUS, READ),
      on('core', 'namespaces', READ),
      on(DISCOVERY, 'endpointslices', READ),
      on(
        'apps',
        `controllerrevisions daemonsets/status deployments/status replicasets/status statefulsets/status ${APPS}`,
        READ,
      ),
      on('autoscaling', 'horizontalpodautoscalers horizontalpodautoscalers/status', READ),
      on('batch', 'cronjobs cronjobs/status jobs jobs/status', READ),
      on('policy', 'poddisruptionbudgets poddisruptionbudgets/status', READ),
      on(NETWORKING, 'ingresses ingresses/status networkpolicies', READ),
      on(RESOURCE, 'resourceclaims resourceclaims/status resourceclaimtemplates', READ),
    ],
  },
];
