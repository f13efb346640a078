import type { KubeObject } from '@kubemin/kubeapi';
import type {
  ControllerRevision,
  DaemonSet,
  Deployment,
  ReplicaSet,
  StatefulSet,
} from '@kubemin/kubeapi/types/apps.v1';
import type { Scale } from '@kubemin/kubeapi/types/autoscaling.v1';
import type { PodTemplateSpec, ReplicationController } from '@kubemin/kubeapi/types/core.v1';
import type { LabelSelector } from '@kubemin/kubeapi/types/meta.v1';
import type { Column, Columns } from './column.ts';
import { AGE, joined, labelText, NAME, selectorText } from './common-columns.ts';

/** Columns of controller revisions. */
export const revisionColumns: Columns<ControllerRevision> = {
  columns: [
    NAME,
    {
      name: 'Controller',
      cell: ({ metadata }) => {
        const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
        if (owner === undefined) return '<none>';
        const [group] = owner.apiVersion.includes('/') ? owner.apiVersion.split('/') : [];
        const kind = owner.kind.toLowerCase();
        return group === undefined ? `${kind}/${owner.name}` : `${kind}.${group}/${owner.name}`;
      },
    },
    { name: 'Revision', type: 'integer', cell: ({ revision }) => revision },
    AGE,
  ],
};

/** Columns of the scale of a workload. */
export const scaleColumns: Columns<Scale> = {
  columns: [
    NAME,
    { name: 'Desired', type: 'integer', cell: ({ spec }) => spec?.replicas ?? 0 },
    { name: 'Available', type: 'integer', cell: ({ status }) => status?.replicas ?? 0 },
    AGE,
  ],
};

/** Any kind that makes pods from a template. */
interface Workload extends KubeObject {
  readonly spec?: { readonly template?: PodTemplateSpec };
}

interface Selecting extends KubeObject {
  readonly spec?: { readonly selector?: LabelSelector };
}

const CONTAINERS: Column<Workload> = {
  name: 'Containers',
  wide: true,
  cell: ({ spec }) => (spec?.template?.spec?.containers ?? []).map(({ name }) => name).join(','),
};

const IMAGES: Column<Workload> = {
  name: 'Images',
  wide: true,
  cell: ({ spec }) => (spec?.template?.spec?.containers ?? []).map(({ image }) => image ?? '').join(','),
};

const SELECTOR: Column<Selecting> = {
  name: 'Selector',
  wide: true,
  cell: ({ spec }) => selectorText(spec?.selector),
};

/** The columns about the pods a workload makes; also shown for jobs. */
export const TEMPLATE_COLUMNS: readonly Column<Workload & Selecting>[] = [CONTAINERS, IMAGES, SELECTOR];

/** Columns of deployments. */
export const deploymentColumns: Columns<Deployment> = {
  columns: [
    NAME,
    { name: 'Ready', cell: ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}` },
    { name: 'Up-to-date', type: 'integer', cell: ({ status }) => status?.updatedReplicas ?? 0 },
    { name: 'Available', type: 'integer', cell: ({ status }) => status?.availableReplicas ?? 0 },
    AGE,
    ...TEMPLATE_COLUMNS,
  ],
};

/** Columns of replica sets. */
export const replicaSetColumns: Columns<ReplicaSet> = {
  columns: [
    NAME,
    { name: 'Desired', type: 'integer', cell: ({ spec }) => spec?.replicas ?? 0 },
    { name: 'Current', type: 'integer', cell: ({ status }) => status?.replicas ?? 0 },
    { name: 'Ready', type: 'integer', cell: ({ status }) => status?.readyReplicas ?? 0 },
    AGE,
    ...TEMPLATE_COLUMNS,
  ],
};

/** Columns of replication controllers. */
export const replicationControllerColumns: Columns<ReplicationController> = {
  columns: [
    NAME,
    { name: 'Desired', type: 'integer', cell: ({ spec }) => spec?.replicas ?? 0 },
    { name: 'Current', type: 'integer', cell: ({ status }) => status?.replicas ?? 0 },
    { name: 'Ready', type: 'integer', cell: ({ status }) => status?.readyReplicas ?? 0 },
    AGE,
    CONTAINERS,
    IMAGES,
    { name: 'Selector', wide: true, cell: ({ spec }) => labelText(spec?.selector) },
  ],
};

/** Columns of stateful sets. */
export const statefulSetColumns: Columns<StatefulSet> = {
  columns: [
    NAME,
    { name: 'Ready', cell: ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}` },
    AGE,
    CONTAINERS,
    IMAGES,
  ],
};

/** Columns of daemon sets. */
export const daemonSetColumns: Columns<DaemonSet> = {
  columns: [
    NAME,
    { name: 'Desired', type: 'integer', cell: ({ status }) => status?.desiredNumberScheduled ?? 0 },
    { name: 'Current', type: 'integer', cell: ({ status }) => status?.currentNumberScheduled ?? 0 },
    { name: 'Ready', type: 'integer', cell: ({ status }) => status?.numberReady ?? 0 },
    { name: 'Up-to-date', type: 'integer', cell: ({ status }) => status?.updatedNumberScheduled ?? 0 },
    { name: 'Available', type: 'integer', cell: ({ status }) => status?.numberAvailable ?? 0 },
    {
      name: 'Node Selector',
      cell: ({ spec }) => {
        const selector = spec?.template.spec?.nodeSelector ?? {};
        return joined(Object.entries(selector).map(([key, value]) => `${key}=${value}`));
      },
    },
    AGE,
    ...TEMPLATE_COLUMNS,
  ],
};
