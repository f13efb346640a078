import type { APIService } from '@kubemin/kubeapi/types/apiregistration.v1';
import type { ControllerRevision } from '@kubemin/kubeapi/types/apps.v1';
import type { Scale } from '@kubemin/kubeapi/types/autoscaling.v1';
import type { ComponentStatus, PodTemplate } from '@kubemin/kubeapi/types/core.v1';
import type { IngressClass, IPAddress, ServiceCIDR } from '@kubemin/kubeapi/types/networking.v1';
import type { RuntimeClass } from '@kubemin/kubeapi/types/node.v1';
import type { PriorityClass } from '@kubemin/kubeapi/types/scheduling.v1';
import type { CSIDriver, CSINode, VolumeAttachment, VolumeAttributesClass } from '@kubemin/kubeapi/types/storage.v1';
import type { Columns } from './column.ts';
import { AGE, joined, labelText, NAME } from './common-columns.ts';

/** Columns of ingress classes. */
export const ingressClassColumns: Columns<IngressClass> = {
  columns: [
    NAME,
    { name: 'Controller', cell: ({ spec }) => spec?.controller ?? '' },
    {
      name: 'Parameters',
      cell: ({ spec }) => {
        const { apiGroup, kind, name } = spec?.parameters ?? {};
        if (kind === undefined) return '<none>';
        return apiGroup === undefined ? `${kind}/${name}` : `${kind}.${apiGroup}/${name}`;
      },
    },
    AGE,
  ],
};

/** Columns of the networks services get their addresses from. */
export const serviceNetworkColumns: Columns<ServiceCIDR> = {
  columns: [NAME, { name: 'CIDRs', cell: ({ spec }) => joined(spec?.cidrs ?? []) }, AGE],
};

/** Columns of addresses that are taken. */
export const addressColumns: Columns<IPAddress> = {
  columns: [
    NAME,
    {
      name: 'ParentRef',
      cell: ({ spec }) => {
        const { resource = '', namespace = '', name = '' } = spec?.parentRef ?? {};
        return [resource, namespace, name].filter((part) => part !== '').join('/');
      },
    },
    AGE,
  ],
};

/** Columns of priority classes. */
export const priorityClassColumns: Columns<PriorityClass> = {
  columns: [
    NAME,
    { name: 'Value', type: 'integer', cell: ({ value }) => value },
    { name: 'Global-Default', type: 'boolean', cell: ({ globalDefault = false }) => globalDefault },
    AGE,
    { name: 'PreemptionPolicy', cell: ({ preemptionPolicy = '' }) => preemptionPolicy },
  ],
};

/** Columns of runtime classes. */
export const runtimeClassColumns: Columns<RuntimeClass> = {
  columns: [NAME, { name: 'Handler', cell: ({ handler }) => handler }, AGE],
};

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

/** Columns of pod templates. */
export const podTemplateColumns: Columns<PodTemplate> = {
  columns: [
    NAME,
    { name: 'Containers', cell: ({ template }) => names(template?.spec?.containers) },
    { name: 'Images', cell: ({ template }) => (template?.spec?.containers ?? []).map(({ image }) => image).join(',') },
    { name: 'Pod Labels', cell: ({ template }) => labelText(template?.metadata?.labels) },
  ],
};

/** Columns of component statuses. */
export const componentColumns: Columns<ComponentStatus> = {
  columns: [
    NAME,
    {
      name: 'Status',
      cell: ({ conditions }) =>
        conditions?.some(({ type, status }) => type === 'Healthy' && status === 'True') === true
          ? 'Healthy'
          : 'Unhealthy',
    },
    { name: 'Message', cell: ({ conditions }) => conditions?.[0]?.message ?? '' },
    { name: 'Error', cell: ({ conditions }) => conditions?.[0]?.error ?? '' },
  ],
};

/** Columns of API services. */
export const apiServiceColumns: Columns<APIService> = {
  columns: [
    NAME,
    {
      name: 'Service',
      cell: ({ spec }) =>
        spec?.service === undefined ? 'Local' : `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}`,
    },
    {
      name: 'Available',
      cell: ({ status }) => {
        const available = status?.conditions?.find(({ type }) => type === 'Available');
        if (available === undefined) return 'Unknown';
        return available.status === 'True' ? 'True' : `${available.status} (${available.reason ?? ''})`;
      },
    },
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

/** Columns of CSI drivers. */
export const storageDriverColumns: Columns<CSIDriver> = {
  columns: [
    NAME,
    { name: 'AttachRequired', type: 'boolean', cell: ({ spec }) => spec.attachRequired ?? true },
    { name: 'PodInfoOnMount', type: 'boolean', cell: ({ spec }) => spec.podInfoOnMount ?? false },
    { name: 'StorageCapacity', type: 'boolean', cell: ({ spec }) => spec.storageCapacity ?? false },
    {
      name: 'TokenRequests',
      cell: ({ spec }) =>
        spec.tokenRequests === undefined ? '<unset>' : spec.tokenRequests.map(({ audience }) => audience).join(','),
    },
    { name: 'RequiresRepublish', type: 'boolean', cell: ({ spec }) => spec.requiresRepublish ?? false },
    { name: 'Modes', cell: ({ spec }) => (spec.volumeLifecycleModes ?? ['Persistent']).join(',') },
    AGE,
  ],
};

/** Columns of the CSI drivers a node has. */
export const storageNodeColumns: Columns<CSINode> = {
  columns: [NAME, { name: 'Drivers', type: 'integer', cell: ({ spec }) => spec.drivers.length }, AGE],
};

/** Columns of volume attachments. */
export const attachmentColumns: Columns<VolumeAttachment> = {
  columns: [
    NAME,
    { name: 'Attacher', cell: ({ spec }) => spec.attacher },
    { name: 'PV', cell: ({ spec }) => spec.source.persistentVolumeName ?? '' },
    { name: 'Node', cell: ({ spec }) => spec.nodeName },
    { name: 'Attached', type: 'boolean', cell: ({ status }) => status?.attached ?? false },
    AGE,
  ],
};

/** Columns of classes of volume attributes. */
export const volumeAttributesColumns: Columns<VolumeAttributesClass> = {
  columns: [NAME, { name: 'DriverName', cell: ({ driverName }) => driverName }, AGE],
};

function names(containers: readonly { readonly name: string }[] | undefined): string {
  return (containers ?? []).map(({ name }) => name).join(',');
}
