import { deepEqual, fieldError, type KubeObject, qualifiedName, type ResourceType } from '@kubemin/kubeapi';
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
import type { ControllerRevision } from '@kubemin/kubeapi/types/apps.v1';
import type { Lease } from '@kubemin/kubeapi/types/coordination.v1';
import type { PodTemplate } from '@kubemin/kubeapi/types/core.v1';
import type { RuntimeClass } from '@kubemin/kubeapi/types/node.v1';
import type { PodDisruptionBudget } from '@kubemin/kubeapi/types/policy.v1';
import type { ResourceSlice } from '@kubemin/kubeapi/types/resource.v1';
import { nonNegativeAmount } from './amounts.ts';
import { apiServiceStrategy } from './api-services.ts';
import { autoscalerStrategy } from './autoscalers.ts';
import { certificateRequestStrategy } from './certificate-requests.ts';
import { cronJobStrategy } from './cronjobs.ts';
import { daemonSetStrategy } from './daemonsets.ts';
import { deploymentStrategy } from './deployments.ts';
import { endpointSliceStrategy } from './endpoint-slices.ts';
import { endpointsStrategy } from './endpoints.ts';
import { eventStrategy } from './events.ts';
import { immutable, labels, nonNegative, oneOf, positive, requiredName } from './field-checks.ts';
import { ingressClassStrategy } from './ingress-classes.ts';
import { ingressStrategy } from './ingresses.ts';
import { atMostHundredPercent, intOrPercent } from './int-or-percent.ts';
import { ipAddressStrategy } from './ip-addresses.ts';
import { jobStrategy } from './jobs.ts';
import { validateLabelSelector } from './label-selectors.ts';
import { limitRangeStrategy } from './limit-ranges.ts';
import { namespaceStrategy } from './namespaces.ts';
import { networkPolicyStrategy } from './network-policies.ts';
import { nodeStrategy } from './nodes.ts';
import { persistentVolumeClaimStrategy } from './persistent-volume-claims.ts';
import { persistentVolumeStrategy } from './persistent-volumes.ts';
import { defaultPodTemplate } from './pod/pod-defaults.ts';
import { validatePodTemplate } from './pod/pod-template.ts';
import { podStrategy } from './pod/pods.ts';
import { tolerations } from './pod/tolerations.ts';
import { priorityClassStrategy } from './priority-classes.ts';
import { replicaSetStrategy, replicationControllerStrategy } from './replication-controllers.ts';
import { resourceQuotaStrategy } from './resource-quotas.ts';
import { clusterRoleBindingStrategy, clusterRoleStrategy, roleBindingStrategy, roleStrategy } from './roles.ts';
import { configMapStrategy, secretStrategy } from './secrets.ts';
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
  add(core.v1.serviceaccounts, { deleteReturnsObject: true });
  add(core.v1.services, serviceStrategy);
  add(discovery.v1.endpointslices, endpointSliceStrategy);
  add(networking.v1.ingressclasses, ingressClassStrategy);
  add(networking.v1.ingresses, ingressStrategy);
  add(networking.v1.ipaddresses, ipAddressStrategy);
  add(networking.v1.networkpolicies, networkPolicyStrategy);
  add(node.v1.runtimeclasses, runtimeClassStrategy);
  add(policy.v1.poddisruptionbudgets, disruptionBudgetStrategy);
  add(rbac.v1.clusterrolebindings, clusterRoleBindingStrategy);
  add(rbac.v1.clusterroles, clusterRoleStrategy);
  add(rbac.v1.rolebindings, roleBindingStrategy);
  add(rbac.v1.roles, roleStrategy);
  add(resource.v1.resourceslices, resourceSliceStrategy);
  add(scheduling.v1.priorityclasses, priorityClassStrategy);
  add(storage.v1.csidrivers, { deleteReturnsObject: true, requiresResourceVersion: true });
  add(storage.v1.csinodes, { deleteReturnsObject: true, requiresResourceVersion: true, generation: false });
  add(storage.v1.csistoragecapacities, { requiresResourceVersion: true });
  add(storage.v1.storageclasses, storageClassStrategy);
  add(storage.v1.volumeattachments, { deleteReturnsObject: true, requiresResourceVersion: true, generation: false });
  return table;
}

/** Controller revisions: a past state does not change, its number may. */
const controllerRevisionStrategy: Strategy<ControllerRevision> = {
  validate: ({ data, revision }) => [
    ...(data === undefined ? [fieldError.required('data', 'data is mandatory')] : []),
    ...nonNegative('revision', revision),
  ],
  validateUpdate: ({ data }, current) =>
    deepEqual(data, current.data) ? [] : [fieldError.invalid('data', data, 'field is immutable')],
};

/** Pod templates on their own. */
const podTemplateStrategy: Strategy<PodTemplate> = {
  deleteReturnsObject: true,
  generation: true,
  defaults: (one) => (one.template === undefined ? one : { ...one, template: defaultPodTemplate(one.template) }),
  validate: ({ template }) => validatePodTemplate(template, 'template'),
};

/** Resource slices: whose devices they announce, where, and in which pool, is decided at creation. */
const resourceSliceStrategy: Strategy<ResourceSlice> = {
  validateUpdate: ({ spec }, { spec: current }) => [
    ...immutable('spec.driver', spec.driver, current.driver),
    ...immutable('spec.pool.name', spec.pool.name, current.pool.name),
    ...immutable('spec.nodeName', spec.nodeName, current.nodeName),
  ],
};

/** Leases. */
const leaseStrategy: Strategy<Lease> = {
  createOnUpdate: true,
  requiresResourceVersion: true,
  generation: false,
  validate: ({ spec }) => [
    ...positive('spec.leaseDurationSeconds', spec?.leaseDurationSeconds),
    ...nonNegative('spec.leaseTransitions', spec?.leaseTransitions),
    ...(spec?.preferredHolder !== undefined && spec.strategy === undefined
      ? [fieldError.forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined')]
      : []),
  ],
};

/** Runtime classes: what runs the containers of pods that name the class is settled once. */
const runtimeClassStrategy: Strategy<RuntimeClass> = {
  createOnUpdate: true,
  requiresResourceVersion: true,
  validate: ({ handler, overhead, scheduling }) => [
    ...requiredName('handler', handler, 'dns1123Label'),
    ...Object.entries(overhead?.podFixed ?? {}).flatMap(([name, amount]) =>
      nonNegativeAmount(`overhead.podFixed[${name}]`, amount),
    ),
    ...labels('scheduling.nodeSelector', scheduling?.nodeSelector),
    ...tolerations(scheduling?.tolerations, 'scheduling.tolerations'),
  ],
  validateUpdate: ({ handler }, current) => immutable('handler', handler, current.handler),
};

const POLICIES = ['AlwaysAllow', 'IfHealthyBudget'];

/** Disruption budgets: how many pods must stay, or how many may go, not both. */
const disruptionBudgetStrategy: Strategy<PodDisruptionBudget> = {
  requiresResourceVersion: true,
  prepareForCreate: (budget) => ({
    ...budget,
    status: { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
  }),
  validate: ({ spec = {} }) => [
    ...(spec.minAvailable !== undefined && spec.maxUnavailable !== undefined
      ? [fieldError.invalid('spec', spec, 'minAvailable and maxUnavailable cannot be both set')]
      : []),
    ...(['minAvailable', 'maxUnavailable'] as const).flatMap((field) => [
      ...intOrPercent(`spec.${field}`, spec[field]),
      ...atMostHundredPercent(`spec.${field}`, spec[field]),
    ]),
    ...validateLabelSelector('spec.selector', spec.selector),
    ...oneOf('spec.unhealthyPodEvictionPolicy', spec.unhealthyPodEvictionPolicy, POLICIES),
  ],
};
