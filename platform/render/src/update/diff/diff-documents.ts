import { deepEqual } from '@kubemin/kubeapi';
import { type AnyDocument, formatPath } from '@kubemin/model';
import { RenderError, type RenderedObject, type RenderIdentity } from '../../object/index.ts';
import type { DocumentRenderer } from '../../renderer/index.ts';
import { objectKey } from '../object-key.ts';
import { diffRenderings } from './diff-renderings.ts';
import { type DocumentChange, documentChanges, withChange } from './document-change.ts';
import { type FieldChange, fieldChanges } from './field-change.ts';
import type { ObjectChange } from './object-change.ts';

/** Two versions of one application; `identity` is the same for both. */
export interface DocumentDiff {
  readonly renderer: DocumentRenderer;
  readonly identity: RenderIdentity;
  readonly previous: AnyDocument;
  readonly next: AnyDocument;
}

/** Beyond this many changes single causes are too many to read; their traits are still listed. */
const MOST_EXPERIMENTS = 200;

/**
 * What delivering `next` does where `previous` was delivered, with the exact place in the document that causes each
 * field to change. Causes are found by experiment: each change of the document is made alone, and what it does to the
 * rendering is seen. So they hold for component types and traits of third parties too, without their help.
 */
export function diffDocuments({ renderer, identity, previous, next }: DocumentDiff): readonly ObjectChange[] {
  const before = renderer.render(previous, identity);
  const changes = diffRenderings(before, renderer.render(next, identity));
  if (changes.every(({ fields }) => fields.length === 0)) return changes;
  const places = new Map(next.component.map(({ name }, index) => [name, index]));
  const experiments = documentChanges(previous, next).slice(0, MOST_EXPERIMENTS);
  const causes = new Map<string, string>();
  for (const change of experiments) {
    const cause = formatPath(['component', places.get(change.component) ?? 0, ...change.path]);
    for (const key of changeEffects(change, { renderer, identity, previous, before })) {
      if (!causes.has(key)) causes.set(key, cause);
    }
  }
  return changes.map((change) => explained(change, causes));
}

interface DiffContext extends Pick<DocumentDiff, 'renderer' | 'identity' | 'previous'> {
  readonly before: readonly RenderedObject[];
}

function changeEffects(change: DocumentChange, context: DiffContext): readonly string[] {
  const { renderer, identity, previous, before } = context;
  const after = attempt(() => renderer.render(withChange(previous, change), identity));
  const old = new Map(before.map(({ object }) => [objectKey(object), object]));
  return after.flatMap(({ object }) => {
    const was = old.get(objectKey(object));
    if (was === undefined || deepEqual(was, object)) return [];
    return fieldChanges(was, object).map((field) => effectKey(objectKey(object), field));
  });
}

/** A change may make sense only together with another; then it explains nothing alone. */
function attempt(render: () => readonly RenderedObject[]): readonly RenderedObject[] {
  try {
    return render();
  } catch (error) {
    if (error instanceof RenderError) return [];
    throw error;
  }
}

function effectKey(object: string, { field }: FieldChange): string {
  return `${object} ${field}`;
}

function explained(change: ObjectChange, causes: ReadonlyMap<string, string>): ObjectChange {
  const fields = change.fields.map((field) => {
    const cause = causes.get(effectKey(objectKey(change.object), field)) ?? field.cause;
    return { ...field, ...(cause === undefined ? {} : { cause }) };
  });
  return { ...change, fields };
}
