import type { FieldChange } from '@kubemin/client';
import type { AnyDocument } from '@kubemin/model';

/** What happened between two documents, a line for each component that comes, goes or changes. */
export function revisionWords(
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
