import { apps } from '@kubemin/kubeapi/resources';
import type { StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import { replicaState } from './replica-state.ts';
import type { StatusSource } from './status-source.ts';

/** Stores that run as StatefulSets. */
export const statefulSetStatus: StatusSource<StatefulSet> = {
  componentTypes: ['store'],
  resource: apps.v1.statefulsets,
  state: ({ metadata, spec, status }) =>
    replicaState({
      desired: spec?.replicas ?? 1,
      ready: status?.readyReplicas ?? 0,
      updated: status?.updatedReplicas ?? 0,
      observed: (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0),
    }),
};
