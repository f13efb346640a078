import type { FieldChange, RevisionState } from '@kubemin/client';
import type { Task } from '@kubemin/engine';
import { type AnyDocument, maskDocument, SECRET_MASK } from '@kubemin/model';
import { fieldChanges } from '@kubemin/render';
import { CHANGED_MASK } from '../plan/masked-object.ts';

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

/** What happened between two documents, a line for each component that comes, goes or changes. */
export function describeRevisionChanges(
  previous: AnyDocument,
  next: AnyDocument,
  changes: readonly FieldChange[],
): readonly string[] {
  const [before, after] = [previous, next].map(
    (document) => new Map(document.component.map((each) => [each.name, each])),
  );
  const added = [...(after ?? [])].filter(([name]) => !before?.has(name));
  const removed = [...(before ?? [])].filter(([name]) => !after?.has(name));
  const own = changes.filter(({ field }) => !/^component\[[^\]]*\]$/.test(field));
  return [
    ...added.map(([name, { type }]) => `component "${name}" (${type}) is added`),
    ...removed.map(([name, { type }]) => `component "${name}" (${type}) is removed`),
    ...own.map(changeWords),
  ];
}

function changeWords({ field, before, after }: FieldChange): string {
  const [, component, rest] = /^component\[([^\]]*)\]\.?(.*)$/.exec(field) ?? [];
  const what = component === undefined ? field : `component "${component}": ${rest}`;
  if (before === undefined) return `${what} is set to ${wordsOf(after)}`;
  if (after === undefined) return `${what} is removed, it was ${wordsOf(before)}`;
  return `${what} changes from ${wordsOf(before)} to ${wordsOf(after)}`;
}

const MOST = 120;

function wordsOf(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

/** The fields in which two documents differ, as they may be shown: that a secret changed is told, not what it says. */
export function documentChanges(previous: AnyDocument, next: AnyDocument): readonly FieldChange[] {
  const shown = fieldChanges(maskDocument(previous), maskDocument(next));
  const byField = new Map(shown.map((change) => [change.field, change]));
  return fieldChanges(previous, next).map(
    ({ field }) => byField.get(field) ?? { field, before: SECRET_MASK, after: CHANGED_MASK },
  );
}
