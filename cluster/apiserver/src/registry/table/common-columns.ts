import { formatLabelSelector, labelSelectorFromObject } from '@kubemin/kubeapi';
import type { LabelSelector } from '@kubemin/kubeapi/types/meta.v1';
import type { Column, Columns } from './column.ts';
import { formatAge } from './duration.ts';

/** The object's name; kubectl puts the kind in front of it where several kinds are listed. */
export const NAME: Column = {
  name: 'Name',
  format: 'name',
  cell: ({ metadata }) => metadata.name ?? '',
};

/** How long ago the object was created, for people. */
export const AGE: Column = {
  name: 'Age',
  cell: ({ metadata }, now) => formatAge(metadata.creationTimestamp, now),
};

/** When the object was created, for kinds without columns of their own. */
export const CREATED_AT: Column = {
  name: 'Created At',
  type: 'date',
  cell: ({ metadata }) => metadata.creationTimestamp ?? '',
};

/** For kinds without columns of their own. */
export const DEFAULT_COLUMNS: Columns = { columns: [NAME, CREATED_AT] };

/** `a,b,c`, or what kubectl shows for nothing. */
export function joined(items: readonly string[]): string {
  return items.length === 0 ? '<none>' : items.join(',');
}

/** Labels as `k=v,k=v`. */
export function labelText(labels: Readonly<Record<string, string>> | undefined): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return joined(pairs.sort());
}

/** A selector as people write it. */
export function selectorText(selector: LabelSelector | undefined): string {
  return (selector && formatLabelSelector(labelSelectorFromObject(selector))) || '<none>';
}
