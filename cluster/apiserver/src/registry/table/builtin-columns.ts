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
  flowcontrol,
  networking,
  node,
  policy,
  rbac,
  scheduling,
  storage,
} from '@kubemin/kubeapi/resources';
import {
  admissionPolicyBindingColumns,
  admissionPolicyColumns,
  apiServiceColumns,
  certificateRequestColumns,
  flowSchemaColumns,
  priorityLevelColumns,
  webhookColumns,
} from './admission-columns.ts';
import { autoscalerColumns, disruptionBudgetColumns } from './autoscaling-columns.ts';
import {
  ingressClassColumns,
  priorityClassColumns,
  runtimeClassColumns,
  volumeAttributesColumns,
} from './class-columns.ts';
import type { Columns } from './column.ts';
import {
  componentColumns,
  configMapColumns,
  eventColumns,
  leaseColumns,
  namespaceColumns,
  nodeColumns,
  plainColumns,
  podTemplateColumns,
  quotaColumns,
  roleBindingColumns,
  secretColumns,
} from './core-columns.ts';
import { cronJobColumns, jobColumns } from './job-columns.ts';
import {
  addressColumns,
  endpointSliceColumns,
  endpointsColumns,
  ingressColumns,
  networkPolicyColumns,
  serviceColumns,
  serviceNetworkColumns,
} from './network-columns.ts';
import { podColumns } from './pod-columns.ts';
import {
  attachmentColumns,
  claimColumns,
  storageClassColumns,
  storageDriverColumns,
  storageNodeColumns,
  volumeColumns,
} from './storage-columns.ts';
import {
  daemonSetColumns,
  deploymentColumns,
  replicaSetColumns,
  replicationControllerColumns,
  revisionColumns,
  scaleColumns,
  statefulSetColumns,
} from './workload-columns.ts';

/** What `kubectl get` shows, by qualified resource name; a kind that is not here shows its name and date. */
export function builtinColumns(): ReadonlyMap<string, Columns> {
  const table = new Map<string, Columns>();
  const add = <T extends KubeObject>(resource: ResourceType<T>, columns: Columns<T>): void => {
    table.set(qualifiedName(resource), columns);
  };
  add(admissionregistration.v1.mutatingwebhookconfigurations, webhookColumns);
  add(admissionregistration.v1.validatingadmissionpolicies, admissionPolicyColumns);
  add(admissionregistration.v1.validatingadmissionpolicybindings, admissionPolicyBindingColumns);
  add(admissionregistration.v1.validatingwebhookconfigurations, webhookColumns);
  add(apiregistration.v1.apiservices, apiServiceColumns);
  add(certificates.v1.certificatesigningrequests, certificateRequestColumns);
  add(flowcontrol.v1.flowschemas, flowSchemaColumns);
  add(flowcontrol.v1.prioritylevelconfigurations, priorityLevelColumns);
  add(networking.v1.ingressclasses, ingressClassColumns);
  add(networking.v1.ipaddresses, addressColumns);
  add(networking.v1.servicecidrs, serviceNetworkColumns);
  add(node.v1.runtimeclasses, runtimeClassColumns);
  add(scheduling.v1.priorityclasses, priorityClassColumns);
  add(storage.v1.csidrivers, storageDriverColumns);
  add(storage.v1.csinodes, storageNodeColumns);
  add(storage.v1.volumeattachments, attachmentColumns);
  add(storage.v1.volumeattributesclasses, volumeAttributesColumns);
  add(apps.v1.controllerrevisions, revisionColumns);
  add(core.v1.componentstatuses, componentColumns);
  add(core.v1.podtemplates, podTemplateColumns);
  add(core.v1.resourcequotas, quotaColumns);
  add(core.v1.configmaps, configMapColumns);
  add(core.v1.endpoints, endpointsColumns);
  add(core.v1.events, eventColumns);
  add(core.v1.namespaces, namespaceColumns);
  add(core.v1.nodes, nodeColumns);
  add(core.v1.persistentvolumeclaims, claimColumns);
  add(core.v1.persistentvolumes, volumeColumns);
  add(core.v1.pods, podColumns);
  add(core.v1.replicationcontrollers, replicationControllerColumns);
  add(core.v1.secrets, secretColumns);
  add(core.v1.serviceaccounts, plainColumns);
  add(core.v1.services, serviceColumns);
  add(apps.v1.daemonsets, daemonSetColumns);
  add(apps.v1.deployments, deploymentColumns);
  add(apps.v1.replicasets, replicaSetColumns);
  add(apps.v1.statefulsets, statefulSetColumns);
  add(autoscaling.v2.horizontalpodautoscalers, autoscalerColumns);
  add(batch.v1.cronjobs, cronJobColumns);
  add(batch.v1.jobs, jobColumns);
  add(coordination.v1.leases, leaseColumns);
  add(discovery.v1.endpointslices, endpointSliceColumns);
  add(networking.v1.ingresses, ingressColumns);
  add(networking.v1.networkpolicies, networkPolicyColumns);
  add(policy.v1.poddisruptionbudgets, disruptionBudgetColumns);
  add(rbac.v1.clusterrolebindings, roleBindingColumns);
  add(rbac.v1.rolebindings, roleBindingColumns);
  add(storage.v1.storageclasses, storageClassColumns);
  return table;
}

/** What `kubectl get --subresource` shows where that is not the object itself. */
export const subresourceColumns: ReadonlyMap<string, Columns> = new Map<string, Columns>([['scale', scaleColumns]]);
