import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { HorizontalPodAutoscaler } from '@kubemin/kubeapi/types/autoscaling.v2';
import { conditionSamples, type StateKind, singleSampleMetric, unixTime } from './state-metric.ts';

export const autoscalerState: StateKind<HorizontalPodAutoscaler> = {
  resource: 'horizontalpodautoscalers',
  identity: { namespace: 'namespace', horizontalpodautoscaler: 'name' },
  metrics: [
    singleSampleMetric(
      'kube_horizontalpodautoscaler_spec_min_replicas',
      'The fewest pods.',
      ({ spec }) => spec?.minReplicas ?? 1,
    ),
    singleSampleMetric(
      'kube_horizontalpodautoscaler_spec_max_replicas',
      'The most pods.',
      ({ spec }) => spec?.maxReplicas,
    ),
    singleSampleMetric('kube_horizontalpodautoscaler_status_current_replicas', 'Pods there are.', ({ status }) => {
      return status?.currentReplicas ?? 0;
    }),
    singleSampleMetric('kube_horizontalpodautoscaler_status_desired_replicas', 'Pods it wants.', ({ status }) => {
      return status?.desiredReplicas ?? 0;
    }),
  ],
};

export const deploymentState: StateKind<Deployment> = {
  resource: 'deployments',
  identity: { namespace: 'namespace', deployment: 'name' },
  metrics: [
    singleSampleMetric('kube_deployment_created', 'When it was made.', ({ metadata }) =>
      unixTime(metadata.creationTimestamp),
    ),
    singleSampleMetric(
      'kube_deployment_metadata_generation',
      'Which version is wanted.',
      ({ metadata }) => metadata.generation,
    ),
    singleSampleMetric('kube_deployment_spec_paused', 'Whether it is paused.', ({ spec }) =>
      Number(spec?.paused ?? false),
    ),
    singleSampleMetric('kube_deployment_spec_replicas', 'How many pods are wanted.', ({ spec }) => spec?.replicas ?? 1),
    singleSampleMetric('kube_deployment_status_replicas', 'Pods there are.', ({ status }) => status?.replicas ?? 0),
    singleSampleMetric(
      'kube_deployment_status_replicas_ready',
      'Those ready.',
      ({ status }) => status?.readyReplicas ?? 0,
    ),
    singleSampleMetric(
      'kube_deployment_status_replicas_available',
      'Those that have been ready long enough.',
      ({ status }) => {
        return status?.availableReplicas ?? 0;
      },
    ),
    singleSampleMetric('kube_deployment_status_replicas_unavailable', 'Those that lack.', ({ status }) => {
      return status?.unavailableReplicas ?? 0;
    }),
    singleSampleMetric('kube_deployment_status_replicas_updated', 'Those of the wanted version.', ({ status }) => {
      return status?.updatedReplicas ?? 0;
    }),
    singleSampleMetric(
      'kube_deployment_status_observed_generation',
      'The version its controller has seen.',
      ({ status }) => {
        return status?.observedGeneration;
      },
    ),
    {
      name: 'kube_deployment_status_condition',
      help: 'Conditions of a deployment: 1 for the status that a condition has.',
      labels: ['condition', 'status'],
      read: ({ status }) => conditionSamples(status?.conditions),
    },
  ],
};

export const replicaSetState: StateKind<ReplicaSet> = {
  resource: 'replicasets',
  identity: { namespace: 'namespace', replicaset: 'name' },
  metrics: [
    singleSampleMetric('kube_replicaset_spec_replicas', 'How many pods are wanted.', ({ spec }) => spec?.replicas ?? 1),
    singleSampleMetric('kube_replicaset_status_replicas', 'Pods there are.', ({ status }) => status?.replicas ?? 0),
    singleSampleMetric(
      'kube_replicaset_status_ready_replicas',
      'Those ready.',
      ({ status }) => status?.readyReplicas ?? 0,
    ),
    {
      name: 'kube_replicaset_owner',
      help: 'The owners of a replica set.',
      labels: ['owner_kind', 'owner_name', 'owner_is_controller'],
      read: ({ metadata }) =>
        (metadata.ownerReferences ?? []).map(({ kind, name, controller = false }) => [1, kind, name, `${controller}`]),
    },
  ],
};

export const statefulSetState: StateKind<StatefulSet> = {
  resource: 'statefulsets',
  identity: { namespace: 'namespace', statefulset: 'name' },
  metrics: [
    singleSampleMetric('kube_statefulset_replicas', 'How many pods are wanted.', ({ spec }) => spec?.replicas ?? 1),
    singleSampleMetric('kube_statefulset_status_replicas', 'Pods there are.', ({ status }) => status?.replicas ?? 0),
    singleSampleMetric(
      'kube_statefulset_status_replicas_ready',
      'Those ready.',
      ({ status }) => status?.readyReplicas ?? 0,
    ),
    singleSampleMetric(
      'kube_statefulset_status_replicas_available',
      'Those that have been ready long enough.',
      ({ status }) => {
        return status?.availableReplicas ?? 0;
      },
    ),
    singleSampleMetric('kube_statefulset_status_replicas_current', 'Those of the version before.', ({ status }) => {
      return status?.currentReplicas ?? 0;
    }),
    singleSampleMetric('kube_statefulset_status_replicas_updated', 'Those of the wanted version.', ({ status }) => {
      return status?.updatedReplicas ?? 0;
    }),
  ],
};

export const daemonSetState: StateKind<DaemonSet> = {
  resource: 'daemonsets',
  identity: { namespace: 'namespace', daemonset: 'name' },
  metrics: [
    singleSampleMetric('kube_daemonset_status_desired_number_scheduled', 'Nodes that should run it.', ({ status }) => {
      return status?.desiredNumberScheduled ?? 0;
    }),
    singleSampleMetric('kube_daemonset_status_current_number_scheduled', 'Nodes that should, and do.', ({ status }) => {
      return status?.currentNumberScheduled ?? 0;
    }),
    singleSampleMetric('kube_daemonset_status_number_misscheduled', 'Nodes that do, and should not.', ({ status }) => {
      return status?.numberMisscheduled ?? 0;
    }),
    singleSampleMetric(
      'kube_daemonset_status_number_ready',
      'Nodes where it is ready.',
      ({ status }) => status?.numberReady ?? 0,
    ),
    singleSampleMetric(
      'kube_daemonset_status_number_available',
      'Nodes where it has been long enough.',
      ({ status }) => {
        return status?.numberAvailable ?? 0;
      },
    ),
    singleSampleMetric('kube_daemonset_status_number_unavailable', 'Nodes where it lacks.', ({ status }) => {
      return status?.numberUnavailable ?? 0;
    }),
    singleSampleMetric(
      'kube_daemonset_status_updated_number_scheduled',
      'Nodes with the wanted version.',
      ({ status }) => {
        return status?.updatedNumberScheduled ?? 0;
      },
    ),
  ],
};
