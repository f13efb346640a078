import { type BootstrapRole, pathRule, READ, resourceRule, WRITE } from './bootstrap-rule.ts';

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
  { name: 'cluster-admin', rules: [resourceRule('*', '*', '*'), pathRule('*', '*')] },
  { name: 'system:discovery', rules: [pathRule(DISCOVERY_PATHS)] },
  { name: 'system:public-info-viewer', rules: [pathRule('/healthz /livez /readyz /version /version/')] },
  {
    name: 'system:monitoring',
    rules: [pathRule('/healthz /healthz/* /livez /livez/* /metrics /metrics/slis /metrics/state /readyz /readyz/*')],
  },
  {
    name: 'system:basic-user',
    rules: [
      resourceRule(AUTHORIZATION, 'selfsubjectaccessreviews selfsubjectrulesreviews', 'create'),
      resourceRule(AUTHENTICATION, 'selfsubjectreviews', 'create'),
    ],
  },
  { name: 'admin', aggregates: 'admin', rules: [] },
  { name: 'edit', aggregates: 'edit', aggregateTo: ['admin'], rules: [] },
  { name: 'view', aggregates: 'view', aggregateTo: ['edit'], rules: [] },
  {
    name: 'system:aggregate-to-admin',
    aggregateTo: ['admin'],
    rules: [
      resourceRule(AUTHORIZATION, 'localsubjectaccessreviews', 'create'),
      resourceRule(RBAC, 'rolebindings roles', `${READ} ${WRITE}`),
    ],
  },
  {
    name: 'system:aggregate-to-edit',
    aggregateTo: ['edit'],
    rules: [
      resourceRule('core', 'pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy', READ),
      resourceRule('core', 'serviceaccounts', 'impersonate'),
      resourceRule('core', 'pods pods/attach pods/exec pods/portforward pods/proxy', WRITE),
      resourceRule('core', 'pods/eviction', 'create'),
      resourceRule(
        'core',
        'configmaps events persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy',
        WRITE,
      ),
      resourceRule('core', 'serviceaccounts/token', 'create'),
      resourceRule('apps', APPS, WRITE),
      resourceRule('autoscaling', 'horizontalpodautoscalers', WRITE),
      resourceRule('batch', 'cronjobs jobs', WRITE),
      resourceRule('policy', 'poddisruptionbudgets', WRITE),
      resourceRule(NETWORKING, 'ingresses networkpolicies', WRITE),
      resourceRule(COORDINATION, 'leases', `${READ} ${WRITE}`),
      resourceRule(RESOURCE, 'resourceclaims resourceclaimtemplates', WRITE),
    ],
  },
  {
    name: 'system:aggregate-to-view',
    aggregateTo: ['view'],
    rules: [
      resourceRule('core', `${CORE_PLAIN} endpoints persistentvolumeclaims/status services/status`, READ),
      resourceRule('core', CORE_STATUS, READ),
      resourceRule('core', 'namespaces', READ),
      resourceRule(DISCOVERY, 'endpointslices', READ),
      resourceRule(
        'apps',
        `controllerrevisions daemonsets/status deployments/status replicasets/status statefulsets/status ${APPS}`,
        READ,
      ),
      resourceRule('autoscaling', 'horizontalpodautoscalers horizontalpodautoscalers/status', READ),
      resourceRule('batch', 'cronjobs cronjobs/status jobs jobs/status', READ),
      resourceRule('policy', 'poddisruptionbudgets poddisruptionbudgets/status', READ),
      resourceRule(NETWORKING, 'ingresses ingresses/status networkpolicies', READ),
      resourceRule(RESOURCE, 'resourceclaims resourceclaims/status resourceclaimtemplates', READ),
    ],
  },
];
