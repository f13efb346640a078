import { podStatusText } from '@kubemin/kubeapi';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import type { Columns } from './column.ts';
import { AGE, joined, NAME } from './common-columns.ts';
import { formatAge } from './duration.ts';

/** Columns of pods. */
export const podColumns: Columns<Pod> = {
  columns: [
    NAME,
    { name: 'Ready', cell: readyCount },
    { name: 'Status', cell: podStatusText },
    { name: 'Restarts', cell: restartText },
    AGE,
    { name: 'IP', wide: true, cell: ({ status }) => status?.podIPs?.[0]?.ip ?? status?.podIP ?? '<none>' },
    { name: 'Node', wide: true, cell: ({ spec }) => spec?.nodeName ?? '<none>' },
    { name: 'Nominated Node', wide: true, cell: ({ status }) => status?.nominatedNodeName ?? '<none>' },
    { name: 'Readiness Gates', wide: true, cell: readinessGateText },
  ],

  completed({ status }) {
    if (status?.phase === 'Succeeded') return { reason: 'Succeeded', message: 'The pod has completed successfully.' };
    if (status?.phase === 'Failed') return { reason: 'Failed', message: 'The pod failed.' };
    return undefined;
  },
};

function sidecarNames({ spec }: Pod): ReadonlySet<string> {
  const inits = spec?.initContainers ?? [];
  return new Set(inits.filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name));
}

function readyCount(pod: Pod): string {
  const { spec, status } = pod;
  const sidecars = sidecarNames(pod);
  const total = (spec?.containers.length ?? 0) + sidecars.size;
  const ready =
    (status?.containerStatuses ?? []).filter((container) => container.ready).length +
    (status?.initContainerStatuses ?? []).filter(({ name, ready }) => ready && sidecars.has(name)).length;
  return `${ready}/${total}`;
}

/** Those of init containers count while they are not done, later only those of sidecars. */
function restartText(pod: Pod, now: number): string {
  const { containerStatuses = [], initContainerStatuses = [], conditions = [] } = pod.status ?? {};
  const sidecars = sidecarNames(pod);
  const initialized = conditions.some(({ type, status }) => type === 'Initialized' && status === 'True');
  const inits = initialized ? initContainerStatuses.filter(({ name }) => sidecars.has(name)) : initContainerStatuses;
  const statuses = [...inits, ...containerStatuses];
  const restarts = statuses.reduce((sum, { restartCount }) => sum + restartCount, 0);
  const last = statuses
    .map(({ lastState }) => lastState?.terminated?.finishedAt ?? '')
    .sort()
    .at(-1);
  return restarts === 0 || last === undefined || last === ''
    ? String(restarts)
    : `${restarts} (${formatAge(last, now)} ago)`;
}

function readinessGateText({ spec, status }: Pod): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return joined([]);
  const open = gates.filter(({ conditionType }) =>
    status?.conditions?.some(({ type, status: value }) => type === conditionType && value === 'True'),
  );
  return `${open.length}/${gates.length}`;
}
