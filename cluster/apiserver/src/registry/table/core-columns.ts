import { ownEntry } from '@kubemin/base';
import { nodeRoles } from '@kubemin/kubeapi';
import type { Lease } from '@kubemin/kubeapi/types/coordination.v1';
import type {
  ComponentStatus,
  ConfigMap,
  Event,
  Namespace,
  Node,
  PodTemplate,
  ResourceQuota,
  Secret,
} from '@kubemin/kubeapi/types/core.v1';
import type { ClusterRoleBinding, RoleBinding } from '@kubemin/kubeapi/types/rbac.v1';
import type { Columns } from './column.ts';
import { AGE, labelText, NAME } from './common-columns.ts';
import { formatAge } from './duration.ts';

/** Name and age. */
export const plainColumns: Columns = { columns: [NAME, AGE] };

/** Columns of namespaces. */
export const namespaceColumns: Columns<Namespace> = {
  columns: [NAME, { name: 'Status', cell: ({ status }) => status?.phase ?? '' }, AGE],
};

/** Columns of config maps. */
export const configMapColumns: Columns<ConfigMap> = {
  columns: [NAME, { name: 'Data', cell: ({ data, binaryData }) => count(data) + count(binaryData) }, AGE],
};

/** Columns of secrets: how much is in them, never what. */
export const secretColumns: Columns<Secret> = {
  columns: [
    NAME,
    { name: 'Type', cell: ({ type }) => type ?? '' },
    { name: 'Data', cell: ({ data }) => count(data) },
    AGE,
  ],
};

/** Columns of leases. */
export const leaseColumns: Columns<Lease> = {
  columns: [NAME, { name: 'Holder', cell: ({ spec }) => spec?.holderIdentity ?? '' }, AGE],
};

function count(data: Readonly<Record<string, string>> | undefined): number {
  return Object.keys(data ?? {}).length;
}

/** Columns of events. */
export const eventColumns: Columns<Event> = {
  columns: [
    { name: 'Last Seen', cell: (event, now) => formatAge(lastSeen(event), now) },
    { name: 'Type', cell: ({ type }) => type ?? '' },
    { name: 'Reason', cell: ({ reason }) => reason ?? '' },
    {
      name: 'Object',
      cell: ({ involvedObject }) => `${(involvedObject.kind ?? '').toLowerCase()}/${involvedObject.name ?? ''}`,
    },
    { name: 'Subobject', wide: true, cell: ({ involvedObject }) => involvedObject.fieldPath ?? '' },
    { name: 'Source', wide: true, cell: ({ source, reportingComponent }) => sourceText(source, reportingComponent) },
    { name: 'Message', cell: ({ message }) => (message ?? '').trim() },
    { name: 'First Seen', wide: true, cell: (event, now) => formatAge(event.firstTimestamp ?? event.eventTime, now) },
    { name: 'Count', wide: true, cell: ({ series, count }) => series?.count ?? count ?? 1 },
    { ...NAME, wide: true },
  ],
};

function lastSeen(event: Event): string | undefined {
  return event.series?.lastObservedTime ?? event.lastTimestamp ?? event.firstTimestamp ?? event.eventTime;
}

function sourceText(source: Event['source'], reportingComponent: string | undefined): string {
  const component = source?.component ?? reportingComponent ?? '';
  return source?.host === undefined ? component : `${component}, ${source.host}`;
}

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

/** Columns of resource quotas: what is used of what is allowed. */
export const quotaColumns: Columns<ResourceQuota> = {
  columns: [
    NAME,
    { name: 'Request', cell: (quota) => usage(quota, (name) => !name.startsWith('limits.')) },
    { name: 'Limit', cell: (quota) => usage(quota, (name) => name.startsWith('limits.')) },
    AGE,
  ],
};

function usage({ status }: ResourceQuota, wanted: (name: string) => boolean): string {
  const { hard = {}, used = {} } = status ?? {};
  return Object.keys(hard)
    .filter(wanted)
    .sort()
    .map((name) => `${name}: ${ownEntry(used, name) ?? '0'}/${hard[name]}`)
    .join(', ');
}

/** Columns of nodes. */
export const nodeColumns: Columns<Node> = {
  columns: [
    NAME,
    { name: 'Status', cell: nodeStatus },
    { name: 'Roles', cell: ({ metadata }) => nodeRoles(metadata.labels).join(',') || '<none>' },
    AGE,
    { name: 'Version', cell: ({ status }) => status?.nodeInfo?.kubeletVersion ?? '' },
    { name: 'Internal-IP', wide: true, cell: (node) => nodeAddress(node, 'InternalIP') },
    { name: 'External-IP', wide: true, cell: (node) => nodeAddress(node, 'ExternalIP') },
    { name: 'OS-Image', wide: true, cell: ({ status }) => status?.nodeInfo?.osImage || '<unknown>' },
    { name: 'Kernel-Version', wide: true, cell: ({ status }) => status?.nodeInfo?.kernelVersion || '<unknown>' },
    {
      name: 'Container-Runtime',
      wide: true,
      cell: ({ status }) => status?.nodeInfo?.containerRuntimeVersion || '<unknown>',
    },
  ],
};

function nodeStatus({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const state = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable === true ? `${state},SchedulingDisabled` : state;
}

function nodeAddress({ status }: Node, type: string): string {
  return status?.addresses?.find((address) => address.type === type)?.address ?? '<none>';
}

/** Columns of pod templates. */
export const podTemplateColumns: Columns<PodTemplate> = {
  columns: [
    NAME,
    { name: 'Containers', cell: ({ template }) => names(template?.spec?.containers) },
    { name: 'Images', cell: ({ template }) => (template?.spec?.containers ?? []).map(({ image }) => image).join(',') },
    { name: 'Pod Labels', cell: ({ template }) => labelText(template?.metadata?.labels) },
  ],
};

function names(containers: readonly { readonly name: string }[] | undefined): string {
  return (containers ?? []).map(({ name }) => name).join(',');
}

type AnyBinding = RoleBinding | ClusterRoleBinding;

/** Columns of role bindings and cluster role bindings. */
export const roleBindingColumns: Columns<AnyBinding> = {
  columns: [
    NAME,
    { name: 'Role', cell: ({ roleRef }) => `${roleRef.kind}/${roleRef.name}` },
    AGE,
    { name: 'Users', wide: true, cell: (binding) => subjects(binding, 'User') },
    { name: 'Groups', wide: true, cell: (binding) => subjects(binding, 'Group') },
    { name: 'ServiceAccounts', wide: true, cell: (binding) => subjects(binding, 'ServiceAccount') },
  ],
};

function subjects({ subjects = [] }: AnyBinding, kind: string): string {
  return subjects
    .filter((subject) => subject.kind === kind)
    .map(({ namespace, name }) => (kind === 'ServiceAccount' ? `${namespace}/${name}` : name))
    .join(', ');
}
