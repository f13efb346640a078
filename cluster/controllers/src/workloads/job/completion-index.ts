import type { Job } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** Where a pod of an indexed Job carries its index, as annotation and as label. */
export const INDEX = 'batch.kubernetes.io/job-completion-index';

/** Whether every completion of the Job has a number of its own. */
export function isIndexed(job: Job): boolean {
  return job.spec?.completionMode === 'Indexed';
}

/** The completion index of a pod, if it has one. */
export function completionIndex(pod: Pod): number | undefined {
  const text = pod.metadata.annotations?.[INDEX] ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** The numbers of a text such as `1,3-5,7` that are below `limit`; what is no number or range is passed over. */
export function parseIndexes(text: string | undefined, limit: number): ReadonlySet<number> {
  const indexes = new Set<number>();
  for (const part of text?.split(',') ?? []) {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    if (first === undefined) continue;
    const end = Math.min(Number(last), limit - 1);
    for (let index = Number(first); index <= end; index += 1) indexes.add(index);
  }
  return indexes;
}

/** The shortest text for some numbers: neighbours are joined to ranges. */
export function formatIndexes(indexes: Iterable<number>): string {
  const ranges: { readonly first: number; last: number }[] = [];
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const open = ranges.at(-1);
    if (open !== undefined && index <= open.last + 1) open.last = index;
    else ranges.push({ first: index, last: index });
  }
  return ranges.map(rangeText).join(',');
}

function rangeText({ first, last }: { readonly first: number; readonly last: number }): string {
  if (first === last) return String(first);
  return last === first + 1 ? `${first},${last}` : `${first}-${last}`;
}
