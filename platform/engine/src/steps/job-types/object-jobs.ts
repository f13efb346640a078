import { autoscaling, core, networking, rbac } from '@kubemin/kubeapi/resources';
import type { PersistentVolumeClaim } from '@kubemin/kubeapi/types/core.v1';
import { objectAppId } from '@kubemin/render';
import {
  awaitReadiness,
  failed,
  httpRoutes,
  type Readiness,
  ready,
  virtualServices,
  waiting,
} from '../../delivery/index.ts';
import { readinessMessages } from '../../messages/index.ts';
import { managedInformer } from '../../task/index.ts';
import { objectJob } from './object-job.ts';

/** Delivers a HorizontalPodAutoscaler; left behind, it would go on changing what the document now decides again. */
export const autoscalerDeploy = objectJob({
  name: 'autoscaler_deploy',
  kind: 'HorizontalPodAutoscaler',
  priority: 10,
  prune: { resource: autoscaling.v2.horizontalpodautoscalers, after: 'component' },
});

/** Delivers a ClusterRoleBinding. */
export const clusterRoleBindingDeploy = objectJob({
  name: 'cluster_role_binding_deploy',
  kind: 'ClusterRoleBinding',
  priority: 1,
  prune: { resource: rbac.v1.clusterrolebindings, after: 'run' },
});

/** Delivers a ClusterRole. */
export const clusterRoleDeploy = objectJob({
  name: 'cluster_role_deploy',
  kind: 'ClusterRole',
  priority: 1,
  prune: { resource: rbac.v1.clusterroles, after: 'run' },
});

/** Delivers a ConfigMap. */
export const configMapDeploy = objectJob({
  name: 'configmap_deploy',
  kind: 'ConfigMap',
  priority: 0,
  prune: { resource: core.v1.configmaps, after: 'run' },
});

/** Delivers an HTTPRoute of the Gateway API. */
export const httpRouteDeploy = objectJob({
  name: 'http_route_deploy',
  kind: 'HTTPRoute',
  priority: 1,
  prune: { resource: httpRoutes, after: 'run' },
});

/** Delivers an Ingress. */
export const ingressDeploy = objectJob({
  name: 'ingress_deploy',
  kind: 'Ingress',
  priority: 1,
  prune: { resource: networking.v1.ingresses, after: 'run' },
});

/** Delivers a RoleBinding. */
export const roleBindingDeploy = objectJob({
  name: 'role_binding_deploy',
  kind: 'RoleBinding',
  priority: 1,
  prune: { resource: rbac.v1.rolebindings, after: 'run' },
});

/** Delivers a Role. */
export const roleDeploy = objectJob({
  name: 'role_deploy',
  kind: 'Role',
  priority: 1,
  prune: { resource: rbac.v1.roles, after: 'run' },
});

/** Delivers a Secret. */
export const secretDeploy = objectJob({
  name: 'secret_deploy',
  kind: 'Secret',
  priority: 0,
  prune: { resource: core.v1.secrets, after: 'run' },
});

/** Delivers a ServiceAccount. */
export const serviceAccountDeploy = objectJob({
  name: 'service_account_deploy',
  kind: 'ServiceAccount',
  priority: 1,
  prune: { resource: core.v1.serviceaccounts, after: 'run' },
});

/** Delivers a Service; it exists, that is enough: its endpoints follow the workload's readiness. */
export const serviceDeploy = objectJob({
  name: 'service_deploy',
  kind: 'Service',
  priority: 10,
  prune: { resource: core.v1.services, after: 'run' },
});

/** A claim that is pending is fine too: some are bound only when the first pod that uses them is scheduled. */
export function claimReadiness(claim: PersistentVolumeClaim): Readiness {
  const phase = claim.status?.phase ?? 'Pending';
  if (phase === 'Bound') return ready(readinessMessages.claimBound);
  if (phase === 'Pending') return ready(readinessMessages.claimPending);
  if (phase === 'Lost') return failed('VolumeLost', readinessMessages.claimLost);
  return waiting(readinessMessages.claimPhase({ phase }));
}

/**
 * Delivers a PersistentVolumeClaim and waits until it is bound, or pending until a pod uses it. There is no rule to
 * prune claims: data outlives its workload until the user deletes it.
 */
export const storePvcDeploy = objectJob({
  name: 'store_pvc_deploy',
  kind: 'PersistentVolumeClaim',
  priority: 1,
  untilReady: async (context, delivered, done) => {
    // A claim that was there before us may lack our label, and then no watch of ours would show it.
    if (objectAppId(delivered) === undefined) return done;
    const informer = managedInformer(context.informers, core.v1.persistentvolumeclaims);
    return awaitReadiness({ context, delivered, done, informer, related: [], judge: claimReadiness });
  },
});

/** Delivers a VirtualService of Istio. */
export const virtualServiceDeploy = objectJob({
  name: 'virtual_service_deploy',
  kind: 'VirtualService',
  priority: 1,
  prune: { resource: virtualServices, after: 'run' },
});
