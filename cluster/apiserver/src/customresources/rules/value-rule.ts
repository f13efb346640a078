import type { FieldError, JsonValue } from '@kubemin/kubeapi';
import type { KeywordReader } from '../schema/keyword-reader.ts';

/** One condition on a value, made from a schema's keywords. */
export interface ValueRule {
  /** Empty when the rule holds, or is not about values of this type. */
  check(value: JsonValue, path: string): readonly FieldError[];
  /** How much work a check is, in steps of a validation. @default 1 */
  cost?(value: JsonValue): number;
}

/** Makes a rule from the keywords of one schema; undefined when they do not ask for it. */
export type RuleFactory = (keywords: KeywordReader) => ValueRule | undefined;

/** A rule about strings only. */
export function stringRule(check: (value: string, path: string) => readonly FieldError[]): ValueRule {
  return { check: (value, path) => (typeof value === 'string' ? check(value, path) : []) };
}

/** A rule about numbers only. */
export function numberRule(check: (value: number, path: string) => readonly FieldError[]): ValueRule {
  return { check: (value, path) => (typeof value === 'number' ? check(value, path) : []) };
}
