import type { Node } from '@kubemin/kubeapi/types/core.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';

const ROLE_PREFIX = 'node-role.kubernetes.io/';
const ROLE_LABEL = 'kubernetes.io/role';

/** Columns of nodes. */
export const nodeColumns: Columns<Node> = {
  columns: [
    NAME,
    { name: 'Status', cell: statusOf },
    { name: 'Roles', cell: rolesOf },
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

function rolesOf({ metadata }: Node): string {
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX) && key.length > ROLE_PREFIX.length) return [key.slice(ROLE_PREFIX.length)];
    return key === ROLE_LABEL && value !== '' ? [value] : [];
  });
  return roles.length === 0 ? '<none>' : [...new Set(roles)].sort().join(',');
}

function addressOf({ status }: Node, type: string): string {
  return status?.addresses?.find((address) => address.type === type)?.address ?? '<none>';
}
