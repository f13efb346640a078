import type { FieldChange } from '@kubemin/client';
import { type AnyDocument, maskDocument, SECRET_MASK } from '@kubemin/model';
import { fieldChanges } from '@kubemin/render';
import { CHANGED_MASK } from '../plan/masked-object.ts';

/** The fields in which two documents differ, as they may be shown: that a secret changed is told, not what it says. */
export function documentChanges(previous: AnyDocument, next: AnyDocument): readonly FieldChange[] {
  const shown = fieldChanges(maskDocument(previous), maskDocument(next));
  const byField = new Map(shown.map((change) => [change.field, change]));
  return fieldChanges(previous, next).map(
    ({ field }) => byField.get(field) ?? { field, before: SECRET_MASK, after: CHANGED_MASK },
  );
}
