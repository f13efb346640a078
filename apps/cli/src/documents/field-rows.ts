import type { FormField } from '@kubemin/model';
import type { Translate } from '../terminal/index.ts';

/** One field of a form as a line of a table. */
export interface FieldRow {
  /** From the section's own value: `ports[].port`. */
  readonly path: string;
  readonly required: boolean;
  /** What counts when it is left out; empty for nothing. */
  readonly usual: string;
  readonly meaning: string;
}

type Shape = Pick<FormField, 'widget' | 'fields' | 'item'>;

/** Deeper than any schema that is not recursive. */
const DEEPEST = 8;

/** All fields below a value, outer before inner; the value itself where it has none. */
export function fieldRows(field: FormField, translate: Translate): readonly FieldRow[] {
  const rows = below(field, '', translate);
  return rows.length > 0 ? rows : [fieldRow(field, field.name, translate)];
}

function below(shape: Shape, path: string, translate: Translate, depth = 0): readonly FieldRow[] {
  if (depth > DEEPEST) return [];
  if (shape.item !== undefined) {
    const entry = shape.widget === 'keyValue' ? '.<key>' : '[]';
    return below(shape.item, `${path}${entry}`, translate, depth + 1);
  }
  return (shape.fields ?? []).flatMap((field) => {
    const at = path === '' ? field.name : `${path}.${field.name}`;
    return [fieldRow(field, at, translate), ...below(field, at, translate, depth + 1)];
  });
}

function fieldRow(field: FormField, path: string, translate: Translate): FieldRow {
  const { required, default: usual, options = [] } = field;
  const choices = options.length === 0 ? '' : ` (${options.map(({ value }) => value).join(' | ')})`;
  return {
    path,
    required,
    usual: usual === undefined ? '' : JSON.stringify(usual),
    meaning: `${field.help[translate.language]}${choices}`,
  };
}
