import { type KubeObject, qualifiedName, type ResourceType } from '@kubemin/kubeapi';
import {
  apps,
  autoscaling,
  batch,
  coordination,
  core,
  discovery,
  networking,
  policy,
  rbac,
  storage,
} from '@kubemin/kubeapi/resources';
import { autoscalerColumns, disruptionBudgetColumns } from './autoscaling-columns.ts';
import { roleBindingColumns } from './binding-columns.ts';
import type { Columns } from './column.ts';
import { configMapColumns, leaseColumns, namespaceColumns, plainColumns, secretColumns } from './config-columns.ts';
import { eventColumns } from './event-columns.ts';
import { cronJobColumns, jobColumns } from './job-columns.ts';
import {
  endpointSliceColumns,
  endpointsColumns,
  ingressColumns,
  networkPolicyColumns,
  serviceColumns,
} from './network-columns.ts';
import { nodeColumns } from './node-columns.ts';
import { podColumns } from './pod-columns.ts';
import { claimColumns, storageClassColumns, volumeColumns } from './storage-columns.ts';
import {
  daemonSetColumns,
  deploymentColumns,
  replicaSetColumns,
  replicationControllerColumns,
  statefulSetColumns,
} from './workload-columns.ts';

/** What `kubectl get` shows, by qualified resource name; a kind that is not here shows its name and date. */
export function builtinColumns(): ReadonlyMap<string, Columns> {
  const table = new Map<string, Columns>();
  const add = <T extends KubeObject>(resource: ResourceType<T>, columns: Columns<T>): void => {
    table.set(qualifiedName(resource), columns);
  };
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
