import { type FieldError, fieldError, type JsonValue } from '@kubemin/kubeapi';
import { excerpt } from '../values/excerpt.ts';
import { NUMBER_FORMATS } from './number-formats.ts';
import { STRING_FORMATS } from './string-formats.ts';
import type { RuleMaker } from './value-rule.ts';

/** `format`. One nobody knows means nothing, but the author is told. */
export const formatRule: RuleMaker = (keywords) => {
  const format = keywords.text('format');
  if (format === undefined) return undefined;
  const ofText = STRING_FORMATS.get(format);
  const ofNumber = NUMBER_FORMATS.get(format);
  if (ofText === undefined && ofNumber === undefined) {
    keywords.warn(`unrecognized format ${JSON.stringify(format)}`);
    return undefined;
  }
  return {
    check(value, path) {
      if (typeof value === 'string' && ofText !== undefined)
        return ofText(value) ? [] : [mismatch(value, path, format)];
      if (typeof value === 'number' && ofNumber !== undefined)
        return ofNumber(value) ? [] : [mismatch(value, path, format)];
      return [];
    },
  };
};

function mismatch(value: JsonValue, path: string, format: string): FieldError {
  const shown = JSON.stringify(String(excerpt(value)));
  return fieldError.invalid(path, excerpt(value), `${path} in body must be of type ${format}: ${shown}`);
}
