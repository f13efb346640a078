import { type KubeObject, qualifiedName, type ResourceType } from '@kubemin/kubeapi';
import { apps, batch, coordination, core, rbac } from '@kubemin/kubeapi/resources';
import { daemonSetStrategy } from './daemonsets.ts';
import { deploymentStrategy } from './deployments.ts';
import { eventStrategy } from './events.ts';
import { cronJobStrategy, jobStrategy } from './jobs.ts';
import { namespaceStrategy } from './namespaces.ts';
import { nodeStrategy } from './nodes.ts';
import { persistentVolumeClaimStrategy, persistentVolumeStrategy } from './persistent-volume-claims.ts';
import { podStrategy } from './pods.ts';
import { replicaSetStrategy } from './replicasets.ts';
import { configMapStrategy, secretStrategy } from './secrets.ts';
import { serviceStrategy } from './services.ts';
import { statefulSetStrategy } from './statefulsets.ts';
import type { Strategy } from './strategy.ts';

/** What built-in kinds do differently, by qualified resource name; a kind that is not here is a plain object. */
export function builtinStrategies(): ReadonlyMap<string, Strategy> {
  const table = new Map<string, Strategy>();
  const add = <T extends KubeObject>(resource: ResourceType<T>, strategy: Strategy<T>): void => {
    table.set(qualifiedName(resource), strategy);
  };
  add(core.v1.configmaps, configMapStrategy);
  add(core.v1.endpoints, { createOnUpdate: true });
  add(core.v1.events, eventStrategy);
  add(core.v1.limitranges, { createOnUpdate: true, generation: false });
  add(core.v1.namespaces, namespaceStrategy);
  add(core.v1.nodes, nodeStrategy);
  add(core.v1.persistentvolumeclaims, persistentVolumeClaimStrategy);
  add(core.v1.persistentvolumes, persistentVolumeStrategy);
  add(core.v1.pods, podStrategy);
  add(core.v1.replicationcontrollers, { defaultPropagation: 'Orphan' });
  add(core.v1.resourcequotas, { deleteAnswersObject: true, generation: false });
  add(core.v1.secrets, secretStrategy);
  add(core.v1.serviceaccounts, { deleteAnswersObject: true });
  add(core.v1.services, serviceStrategy);
  add(apps.v1.daemonsets, daemonSetStrategy);
  add(apps.v1.deployments, deploymentStrategy);
  add(apps.v1.replicasets, replicaSetStrategy);
  add(apps.v1.statefulsets, statefulSetStrategy);
  add(batch.v1.cronjobs, cronJobStrategy);
  add(batch.v1.jobs, jobStrategy);
  add(coordination.v1.leases, { createOnUpdate: true, requiresResourceVersion: true, generation: false });
  const role: Strategy = { nameRule: 'pathSegment', createOnUpdate: true };
  add(rbac.v1.clusterroles, role);
  add(rbac.v1.clusterrolebindings, role);
  add(rbac.v1.roles, role);
  add(rbac.v1.rolebindings, role);
  return table;
}
