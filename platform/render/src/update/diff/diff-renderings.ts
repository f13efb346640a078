import type { KubeObject } from '@kubemin/kubeapi';
import { immutableChanges, type RenderedObject } from '../../object/index.ts';
import { objectKey, objectName } from '../object-key.ts';
import { type FieldChange, fieldChanges } from './field-change.ts';
import type { ChangeKind, ObjectChange } from './object-change.ts';

/**
 * What delivering `next` does where `previous` was delivered: one entry per object, those of `next` in their order, then
 * those that go. The cause of a field is the component or trait its object comes from; `diffDocuments` knows better.
 */
export function diffRenderings(
  previous: readonly RenderedObject[],
  next: readonly RenderedObject[],
): readonly ObjectChange[] {
  const before = new Map(previous.map((rendered) => [objectKey(rendered.object), rendered]));
  const after = new Set(next.map(({ object }) => objectKey(object)));
  return [
    ...next.map((rendered) => compared(before.get(objectKey(rendered.object)), rendered)),
    ...previous.filter(({ object }) => !after.has(objectKey(object))).map(gone),
  ];
}

function compared(before: RenderedObject | undefined, after: RenderedObject): ObjectChange {
  if (before === undefined) return entry('create', after);
  const fields = fieldChanges(before.object, after.object);
  if (fields.length === 0) return entry('unchanged', after);
  const immutable = immutableChanges(before.object, after.object);
  const cause = after.source === undefined ? {} : { cause: after.source };
  return {
    ...entry(objectChangeKind(after, immutable), after),
    fields: fields.map((field) => ({ ...shown(after.object, field), ...cause })),
    immutable,
  };
}

function objectChangeKind({ onExisting }: RenderedObject, immutable: readonly string[]): ChangeKind {
  if (onExisting === 'keep') return 'keep';
  return immutable.length === 0 ? 'update' : 'replace';
}

function gone(rendered: RenderedObject): ObjectChange {
  return entry(rendered.object.kind === 'PersistentVolumeClaim' ? 'keep' : 'delete', rendered);
}

function entry(change: ChangeKind, { component, object, source }: RenderedObject): ObjectChange {
  return {
    change,
    component,
    object: objectName(object),
    ...(source === undefined ? {} : { source }),
    fields: [],
    immutable: [],
  };
}

const HIDDEN = '(hidden)';

/** That a secret has changed may be seen; its value may not. */
function shown({ kind }: KubeObject, change: FieldChange): FieldChange {
  if (kind !== 'Secret' || !/^(data|stringData)\b/.test(change.field)) return change;
  return {
    field: change.field,
    ...(change.before === undefined ? {} : { before: HIDDEN }),
    ...(change.after === undefined ? {} : { after: HIDDEN }),
  };
}
