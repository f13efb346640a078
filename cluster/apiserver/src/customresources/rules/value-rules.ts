import { deepEqual, type FieldError, fieldError, isJsonObject, type JsonValue } from '@kubemin/kubeapi';
import type { KeywordReader } from '../schema/keyword-reader.ts';
import { fieldPath } from '../schema/schema-path.ts';
import { excerpt } from '../values/excerpt.ts';
import { maximumRule, minimumRule, multipleOfRule } from './number-rules.ts';
import { patternRule } from './pattern-rule.ts';
import {
  maxItemsRule,
  maxLengthRule,
  maxPropertiesRule,
  minItemsRule,
  minLengthRule,
  minPropertiesRule,
} from './size-rules.ts';
import { STRING_FORMATS } from './string-formats.ts';
import type { RuleFactory, ValueRule } from './value-rule.ts';

/** A message that lists more is no help. */
const MAX_SHOWN = 100;

/** `enum`. */
const enumRule: RuleFactory = (keywords) => {
  const values = keywords.list('enum');
  if (values.length === 0) return undefined;
  const scalars = new Set(values.filter((value) => !isCompound(value)));
  const compounds = values.filter(isCompound);
  const shown = values.slice(0, MAX_SHOWN).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const compoundCost = Math.ceil(JSON.stringify(compounds).length / 10);
  return {
    cost: (value) => (isCompound(value) ? compoundCost : 1),
    check(value, path) {
      const allowed = isCompound(value) ? compounds.some((other) => deepEqual(other, value)) : scalars.has(value);
      return allowed ? [] : [fieldError.notSupported(path, excerpt(value), shown)];
    },
  };
};

function isCompound(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}

/** `format`. An unknown one has no effect, but the author gets a warning. */
const formatRule: RuleFactory = (keywords) => {
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

const INT32_LIMIT = 2 ** 31;
const INT64_LIMIT = 2 ** 63;
const FLOAT_LIMIT = 3.402_823_466_385_288_6e38;

/** What numbers of a format must hold. */
const NUMBER_FORMATS: ReadonlyMap<string, (value: number) => boolean> = new Map([
  ['int32', (value: number) => Number.isInteger(value) && value >= -INT32_LIMIT && value < INT32_LIMIT],
  ['int64', (value: number) => Number.isInteger(value) && value >= -INT64_LIMIT && value < INT64_LIMIT],
  ['float', (value: number) => Math.abs(value) <= FLOAT_LIMIT],
  ['double', () => true],
]);

/** `required`. */
const requiredRule: RuleFactory = (keywords) => {
  const names = keywords.texts('required');
  if (names.length === 0) return undefined;
  return {
    cost: () => names.length,
    check: (value, path) =>
      isJsonObject(value)
        ? names.filter((name) => !Object.hasOwn(value, name)).map((name) => fieldError.required(fieldPath(path, name)))
        : [],
  };
};

/** Every keyword that validates a single value. */
const RULE_FACTORIES: readonly RuleFactory[] = [
  enumRule,
  formatRule,
  maximumRule,
  minimumRule,
  multipleOfRule,
  maxLengthRule,
  minLengthRule,
  patternRule,
  maxItemsRule,
  minItemsRule,
  maxPropertiesRule,
  minPropertiesRule,
  requiredRule,
];

/** The rules that one schema's keywords ask for. */
export function valueRules(keywords: KeywordReader): readonly ValueRule[] {
  return RULE_FACTORIES.flatMap((make) => make(keywords) ?? []);
}
