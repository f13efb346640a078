import { type KubeObject, qualifiedName, type ResourceType } from '@kubemin/kubeapi';
import {
  admissionregistration,
  apiregistration,
  apps,
  autoscaling,
  batch,
  certificates,
  coordination,
  core,
  discovery,
  networking,
  node,
  policy,
  rbac,
  resource,
  scheduling,
  storage,
} from '@kubemin/kubeapi/resources';
import { apiServiceStrategy } from './api-services.ts';
import { autoscalerStrategy } from './autoscalers.ts';
import { certificateRequestStrategy } from './certificate-requests.ts';
import { configMapStrategy } from './config-maps.ts';
import { controllerRevisionStrategy } from './controller-revisions.ts';
import { cronJobStrategy } from './cronjobs.ts';
import { daemonSetStrategy } from './daemonsets.ts';
import { deploymentStrategy } from './deployments.ts';
import { disruptionBudgetStrategy } from './disruption-budgets.ts';
import { endpointSliceStrategy } from './endpoint-slices.ts';
import { endpointsStrategy } from './endpoints.ts';
import { eventStrategy } from './events.ts';
import { ingressClassStrategy } from './ingress-classes.ts';
import { ingressStrategy } from './ingresses.ts';
import { jobStrategy } from './jobs.ts';
import { leaseStrategy } from './leases.ts';
import { limitRangeStrategy } from './limit-ranges.ts';
import { namespaceStrategy } from './namespaces.ts';
import { networkPolicyStrategy } from './network-policies.ts';
import { nodeStrategy } from './nodes.ts';
import { persistentVolumeClaimStrategy } from './persistent-volume-claims.ts';
import { persistentVolumeStrategy } from './persistent-volumes.ts';
import { podStrategy } from './pod/pods.ts';
import { podTemplateStrategy } from './pod-templates.ts';
import { priorityClassStrategy } from './priority-classes.ts';
import { replicaSetStrategy } from './replicasets.ts';
import { replicationControllerStrategy } from './replication-controllers.ts';
import { resourceQuotaStrategy } from './resource-quotas.ts';
import { resourceSliceStrategy } from './resource-slices.ts';
import { clusterRoleBindingStrategy, clusterRoleStrategy, roleBindingStrategy, roleStrategy } from './roles.ts';
import { runtimeClassStrategy } from './runtime-classes.ts';
import { secretStrategy } from './secrets.ts';
import { serviceStrategy } from './services.ts';
import { statefulSetStrategy } from './statefulsets.ts';
import { storageClassStrategy } from './storage-classes.ts';
import type { Strategy } from './strategy.ts';
import { mutatingWebhookStrategy, validatingWebhookStrategy } from './webhooks.ts';

/** What built-in kinds do differently, by qualified resource name; a kind that is not here is a plain object. */
export function builtinStrategies(): ReadonlyMap<string, Strategy> {
  const table = new Map<string, Strategy>();
  const add = <T extends KubeObject>(kind: ResourceType<T>, strategy: Strategy<T>): void => {
    table.set(qualifiedName(kind), strategy);
  };
  add(admissionregistration.v1.mutatingwebhookconfigurations, mutatingWebhookStrategy);
  add(admissionregistration.v1.validatingadmissionpolicies, { requiresResourceVersion: true });
  add(admissionregistration.v1.validatingadmissionpolicybindings, { requiresResourceVersion: true });
  add(admissionregistration.v1.validatingwebhookconfigurations, validatingWebhookStrategy);
  add(apiregistration.v1.apiservices, apiServiceStrategy);
  add(apps.v1.controllerrevisions, controllerRevisionStrategy);
  add(apps.v1.daemonsets, daemonSetStrategy);
  add(apps.v1.deployments, deploymentStrategy);
  add(apps.v1.replicasets, replicaSetStrategy);
  add(apps.v1.statefulsets, statefulSetStrategy);
  add(autoscaling.v2.horizontalpodautoscalers, autoscalerStrategy);
  add(batch.v1.cronjobs, cronJobStrategy);
  add(batch.v1.jobs, jobStrategy);
  add(certificates.v1.certificatesigningrequests, certificateRequestStrategy);
  add(coordination.v1.leases, leaseStrategy);
  add(core.v1.configmaps, configMapStrategy);
  add(core.v1.endpoints, endpointsStrategy);
  add(core.v1.events, eventStrategy);
  add(core.v1.limitranges, limitRangeStrategy);
  add(core.v1.namespaces, namespaceStrategy);
  add(core.v1.nodes, nodeStrategy);
  add(core.v1.persistentvolumeclaims, persistentVolumeClaimStrategy);
  add(core.v1.persistentvolumes, persistentVolumeStrategy);
  add(core.v1.pods, podStrategy);
  add(core.v1.podtemplates, podTemplateStrategy);
  add(core.v1.replicationcontrollers, replicationControllerStrategy);
  add(core.v1.resourcequotas, resourceQuotaStrategy);
  add(core.v1.secrets, secretStrategy);
  add(core.v1.serviceaccounts, { deleteAnswersObject: true });
  add(core.v1.services, serviceStrategy);
  add(discovery.v1.endpointslices, endpointSliceStrategy);
  add(networking.v1.ingressclasses, ingressClassStrategy);
  add(networking.v1.ingresses, ingressStrategy);
  add(networking.v1.networkpolicies, networkPolicyStrategy);
  add(node.v1.runtimeclasses, runtimeClassStrategy);
  add(policy.v1.poddisruptionbudgets, disruptionBudgetStrategy);
  add(rbac.v1.clusterrolebindings, clusterRoleBindingStrategy);
  add(rbac.v1.clusterroles, clusterRoleStrategy);
  add(rbac.v1.rolebindings, roleBindingStrategy);
  add(rbac.v1.roles, roleStrategy);
  add(resource.v1.resourceslices, resourceSliceStrategy);
  add(scheduling.v1.priorityclasses, priorityClassStrategy);
  add(storage.v1.csidrivers, { deleteAnswersObject: true, requiresResourceVersion: true });
  add(storage.v1.csinodes, { deleteAnswersObject: true, requiresResourceVersion: true, generation: false });
  add(storage.v1.csistoragecapacities, { requiresResourceVersion: true });
  add(storage.v1.storageclasses, storageClassStrategy);
  add(storage.v1.volumeattachments, { deleteAnswersObject: true, requiresResourceVersion: true, generation: false });
  return table;
}
