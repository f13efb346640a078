import { nodeRoles } from '@kubemin/kubeapi';
import type { Node } from '@kubemin/kubeapi/types/core.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';

/** Columns of nodes. */
export const nodeColumns: Columns<Node> = {
  columns: [
    NAME,
    { name: 'Status', cell: statusOf },
    { name: 'Roles', cell: ({ metadata }) => nodeRoles(metadata.labels).join(',') || '<none>' },
    AGE,
    { name: 'Version', cell: ({ status }) => status?.nodeInfo?.kubeletVersion ?? '' },
    { name: 'Internal-IP', wide: true, cell: (node) => addressOf(node, 'InternalIP') },
    { name: 'External-IP', wide: true, cell: (node) => addressOf(node, 'ExternalIP') },
    { name: 'OS-Image', wide: true, cell: ({ status }) => status?.nodeInfo?.osImage || '<unknown>' },
    { name: 'Kernel-Version', wide: true, cell: ({ status }) => status?.nodeInfo?.kernelVersion || '<unknown>' },
    {
      name: 'Container-Runtime',
      wide: true,
      cell: ({ status }) => status?.nodeInfo?.containerRuntimeVersion || '<unknown>',
    },
  ],
};

function statusOf({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const state = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable === true ? `${state},SchedulingDisabled` : state;
}

function addressOf({ status }: Node, type: string): string {
  return status?.addresses?.find((address) => address.type === type)?.address ?? '<none>';
}
