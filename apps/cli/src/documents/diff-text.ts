import type { FieldChange, ObjectName } from '@kubemin/client';
import { planMessages } from '../messages/index.ts';
import type { Style, Translate } from '../terminal/index.ts';

/** Whom changes are written for. */
export interface FieldLinesOptions {
  readonly style: Style;
  readonly translate: Translate;
}

type Paint = keyof Pick<Style, 'green' | 'yellow' | 'red' | 'dim' | 'cyan'>;

/** A sign and a colour for what becomes of something. */
const MARKS: Readonly<Record<string, readonly [sign: string, paint: Paint]>> = {
  create: ['+', 'green'],
  update: ['~', 'yellow'],
  replace: ['±', 'yellow'],
  delete: ['-', 'red'],
  refused: ['!', 'red'],
  unknown: ['?', 'yellow'],
  run: ['>', 'cyan'],
  keep: ['=', 'dim'],
  unchanged: ['=', 'dim'],
};

/** A line with the action on an object. */
export function markedLine(action: string, text: string, style: Style): string {
  const [sign, paint] = MARKS[action] ?? [' ', 'dim'];
  return `${style[paint](`${sign} ${text}`)}\n`;
}

/** How people name an object. */
export function objectText({ kind, namespace, name }: ObjectName): string {
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}

/** Fields that differ, a line each, or two where both states are long. */
export function fieldLines(
  fields: readonly FieldChange[],
  indent: string,
  { style, translate }: FieldLinesOptions,
): string {
  return fields
    .map(({ field, before, after }) => {
      const [old, next] = [before, after].map((value) => (value === undefined ? undefined : JSON.stringify(value)));
      if (old === undefined) return `${indent}${field}: ${style.green(next ?? '')}\n`;
      if (next === undefined)
        return `${indent}${field}: ${style.red(old)} ${style.dim(translate(planMessages.removed))}\n`;
      if (old.length + next.length <= 80) return `${indent}${field}: ${style.red(old)} → ${style.green(next)}\n`;
      return `${indent}${field}:\n${indent}  ${style.red(`- ${old}`)}\n${indent}  ${style.green(`+ ${next}`)}\n`;
    })
    .join('');
}
