import type { KeywordReader } from '../schema/keyword-reader.ts';
import { enumRule } from './enum-rule.ts';
import { formatRule } from './format-rule.ts';
import { maximumRule, minimumRule, multipleOfRule } from './number-rules.ts';
import { patternRule } from './pattern-rule.ts';
import { requiredRule } from './required-rule.ts';
import {
  maxItemsRule,
  maxLengthRule,
  maxPropertiesRule,
  minItemsRule,
  minLengthRule,
  minPropertiesRule,
} from './size-rules.ts';
import type { RuleMaker, ValueRule } from './value-rule.ts';

/** Every keyword that says something about a value alone. */
const MAKERS: readonly RuleMaker[] = [
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
  return MAKERS.flatMap((make) => make(keywords) ?? []);
}
