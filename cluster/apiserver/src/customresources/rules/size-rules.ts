import { type FieldError, fieldError, isJsonArray, isJsonObject, type JsonValue } from '@kubemin/kubeapi';
import type { RuleFactory } from './value-rule.ts';

/** How large a value is, and whether a rule about sizes is about it at all. */
type Measure = (value: JsonValue) => number | undefined;

const characters: Measure = (value) => (typeof value === 'string' ? countCharacters(value) : undefined);
const items: Measure = (value) => (isJsonArray(value) ? value.length : undefined);
const properties: Measure = (value) => (isJsonObject(value) ? Object.keys(value).length : undefined);

export const maxLengthRule = atMost('maxLength', characters, (path, _size, max) => fieldError.tooLong(path, max));
export const minLengthRule = atLeast('minLength', characters, 'chars long');
export const maxItemsRule = atMost('maxItems', items, fieldError.tooMany);
export const minItemsRule = atLeast('minItems', items, 'items');
export const maxPropertiesRule = atMost('maxProperties', properties, fieldError.tooMany);
export const minPropertiesRule = atLeast('minProperties', properties, 'properties');

function atMost(
  keyword: string,
  measure: Measure,
  problem: (path: string, size: number, max: number) => FieldError,
): RuleFactory {
  return (keywords) => {
    const max = keywords.count(keyword);
    if (max === undefined) return undefined;
    return {
      cost: measuring,
      check(value, path) {
        const size = measure(value);
        return size === undefined || size <= max ? [] : [problem(path, size, max)];
      },
    };
  };
}

function atLeast(keyword: string, measure: Measure, unit: string): RuleFactory {
  const verb = unit === 'chars long' ? 'be' : 'have';
  return (keywords) => {
    const min = keywords.count(keyword);
    if (min === undefined) return undefined;
    return {
      cost: measuring,
      check(value, path) {
        const size = measure(value);
        if (size === undefined || size >= min) return [];
        const shown = typeof value === 'string' ? value : size;
        return [fieldError.invalid(path, shown, `${path} in body should ${verb} at least ${min} ${unit}`)];
      },
    };
  };
}

/** Counting characters and keys takes time, too. */
function measuring(value: JsonValue): number {
  return typeof value === 'string' ? 1 + value.length / 100 : 1;
}

/** In characters, not UTF-16 units. */
function countCharacters(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
