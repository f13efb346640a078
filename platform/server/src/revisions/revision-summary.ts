import type { FieldChange, RevisionState } from '@kubemin/client';
import type { Task } from '@kubemin/engine';
import type { AnyDocument } from '@kubemin/model';
import { documentChanges } from './document-changes.ts';

/** Longer values say less than that there is a change. */
const MOST_CHARACTERS = 60;

/** In what a document differs from the one before, short and the same in every language; nothing for the first. */
export function revisionChanges(previous: AnyDocument | undefined, next: AnyDocument): readonly string[] {
  if (previous === undefined) return [];
  return documentChanges(previous, next).map(shortChange);
}

function shortChange({ field, before, after }: FieldChange): string {
  const what = field.replace(/^component\[([^\]]*)\]\.?/, '$1 ').trim();
  if (before === undefined) return `+${what}${valueText(after)}`;
  if (after === undefined) return `-${what}`;
  const [from, to] = [valueText(before), valueText(after)];
  return from === '' || to === '' ? `~${what}` : `${what}${from} →${to}`;
}

function valueText(value: unknown): string {
  if (typeof value === 'object') return '';
  const text = String(value);
  return text === '' || text.length > MOST_CHARACTERS ? '' : ` ${text}`;
}

/** What became of a revision, by the newest run that was to deliver it. */
export function revisionState(
  { isServing, isRefused }: { readonly isServing: boolean; readonly isRefused: boolean },
  run: Pick<Task, 'status'> | undefined,
): RevisionState {
  if (isServing) return 'serving';
  if (isRefused) return 'refused';
  switch (run?.status) {
    case undefined:
      return 'stored';
    case 'completed':
      return 'delivered';
    case 'failed':
    case 'timeout':
      return 'failed';
    case 'rejected':
      return 'refused';
    case 'cancelled':
      return 'cancelled';
    default:
      return 'running';
  }
}
