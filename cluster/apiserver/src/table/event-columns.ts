import type { Event } from '@kubemin/kubeapi/types/core.v1';
import type { Columns } from './column.ts';
import { NAME } from './common-columns.ts';
import { ageOf } from './duration.ts';

/** Columns of events. */
export const eventColumns: Columns<Event> = {
  columns: [
    { name: 'Last Seen', cell: (event, now) => ageOf(lastSeen(event), now) },
    { name: 'Type', cell: ({ type }) => type ?? '' },
    { name: 'Reason', cell: ({ reason }) => reason ?? '' },
    {
      name: 'Object',
      cell: ({ involvedObject }) => `${(involvedObject.kind ?? '').toLowerCase()}/${involvedObject.name ?? ''}`,
    },
    { name: 'Subobject', wide: true, cell: ({ involvedObject }) => involvedObject.fieldPath ?? '' },
    { name: 'Source', wide: true, cell: ({ source, reportingComponent }) => sourceText(source, reportingComponent) },
    { name: 'Message', cell: ({ message }) => (message ?? '').trim() },
    { name: 'First Seen', wide: true, cell: (event, now) => ageOf(event.firstTimestamp ?? event.eventTime, now) },
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
