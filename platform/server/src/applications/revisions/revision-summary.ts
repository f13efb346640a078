import type { Message } from '@kubemin/base/message';
import type { FieldChange, RevisionState } from '@kubemin/client';
import type { Task } from '@kubemin/engine';
import { type AnyDocument, maskDocument, SECRET_MASK } from '@kubemin/model';
import { fieldChanges } from '@kubemin/render';
import { CHANGED_MASK } from '../../api/index.ts';
import { revisionMessages } from '../../messages/index.ts';

/** Longer values are not shown, only that they changed. */
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

/** The differences of two documents: a line for each component and field that was added, removed or changed. */
export function describeRevisionChanges(
  previous: AnyDocument,
  next: AnyDocument,
  changes: readonly FieldChange[],
): readonly Message[] {
  const [before, after] = [previous, next].map(
    (document) => new Map(document.component.map((each) => [each.name, each])),
  );
  const added = [...(after ?? [])].filter(([name]) => !before?.has(name));
  const removed = [...(before ?? [])].filter(([name]) => !after?.has(name));
  const own = changes.filter(({ field }) => !/^component\[[^\]]*\]$/.test(field));
  return [
    ...added.map(([name, { type }]) => revisionMessages.componentAdded({ component: name, type })),
    ...removed.map(([name, { type }]) => revisionMessages.componentRemoved({ component: name, type })),
    ...own.map(describeChange),
  ];
}

function describeChange({ field, ...change }: FieldChange): Message {
  const [, component, rest] = /^component\[([^\]]*)\]\.?(.*)$/.exec(field) ?? [];
  if (component === undefined || rest === undefined) return fieldChange({ field, ...change });
  return revisionMessages.inComponent({ component, change: fieldChange({ field: rest, ...change }) });
}

function fieldChange({ field, before, after }: FieldChange): Message {
  if (before === undefined) return revisionMessages.fieldSet({ field, after: jsonText(after) });
  if (after === undefined) return revisionMessages.fieldRemoved({ field, before: jsonText(before) });
  return revisionMessages.fieldChanged({ field, before: jsonText(before), after: jsonText(after) });
}

const MOST = 120;

function jsonText(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

/** The fields in which two documents differ, as they may be shown: that a secret changed, not its value. */
export function documentChanges(previous: AnyDocument, next: AnyDocument): readonly FieldChange[] {
  const shown = fieldChanges(maskDocument(previous), maskDocument(next));
  const byField = new Map(shown.map((change) => [change.field, change]));
  return fieldChanges(previous, next).map(
    ({ field }) => byField.get(field) ?? { field, before: SECRET_MASK, after: CHANGED_MASK },
  );
}
