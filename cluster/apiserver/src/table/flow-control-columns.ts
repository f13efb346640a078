import type { FlowSchema, PriorityLevelConfiguration } from '@kubemin/kubeapi/types/flowcontrol.v1';
import type { Columns } from './column.ts';
import { AGE, NAME } from './common-columns.ts';

/** Columns of flow schemas. */
export const flowSchemaColumns: Columns<FlowSchema> = {
  columns: [
    NAME,
    { name: 'PriorityLevel', cell: ({ spec }) => spec?.priorityLevelConfiguration.name ?? '' },
    { name: 'MatchingPrecedence', type: 'integer', cell: ({ spec }) => spec?.matchingPrecedence ?? 0 },
    { name: 'DistinguisherMethod', cell: ({ spec }) => spec?.distinguisherMethod?.type ?? '<none>' },
    AGE,
    {
      name: 'MissingPL',
      cell: ({ status }) => status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
    },
  ],
};

/** Columns of priority levels. */
export const priorityLevelColumns: Columns<PriorityLevelConfiguration> = {
  columns: [
    NAME,
    { name: 'Type', cell: ({ spec }) => spec?.type ?? '' },
    {
      name: 'NominalConcurrencyShares',
      cell: ({ spec }) => shown((spec?.limited ?? spec?.exempt)?.nominalConcurrencyShares),
    },
    { name: 'Queues', cell: ({ spec }) => shown(spec?.limited?.limitResponse?.queuing?.queues) },
    { name: 'HandSize', cell: ({ spec }) => shown(spec?.limited?.limitResponse?.queuing?.handSize) },
    { name: 'QueueLengthLimit', cell: ({ spec }) => shown(spec?.limited?.limitResponse?.queuing?.queueLengthLimit) },
    AGE,
  ],
};

function shown(value: number | undefined): string {
  return value === undefined ? '<none>' : String(value);
}
