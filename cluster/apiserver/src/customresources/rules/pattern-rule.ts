import { toError } from '@kubemin/base';
import { fieldError } from '@kubemin/kubeapi';
import { RE2JS } from 're2js';
import { inside } from '../schema/schema-path.ts';
import { excerpt } from '../values/excerpt.ts';
import { type RuleFactory, stringRule } from './value-rule.ts';

const MAX_PATTERN_LENGTH = 10_000;
/** Matching costs at most one step per character and instruction; beyond this a value is refused instead of matched. */
const MAX_STEPS = 50_000_000;
/** How many steps of a match cost as much as one step of a validation. */
const STEPS_PER_VALIDATION_STEP = 100;

/**
 * `pattern`. Matching takes time linear in the value, whatever the pattern: users of the API write both. What RE2 cannot
 * express (back references, look-around) is refused when the schema is read, as Kubernetes does.
 */
export const patternRule: RuleFactory = (keywords) => {
  const pattern = keywords.text('pattern');
  if (pattern === undefined) return undefined;
  const path = inside(keywords.path, 'pattern');
  if (pattern.length > MAX_PATTERN_LENGTH) {
    keywords.report(fieldError.tooLong(path, MAX_PATTERN_LENGTH));
    return undefined;
  }
  const compiled = compile(pattern);
  if (compiled instanceof Error) {
    const why = `must be a valid regular expression, but isn't: ${compiled.message}`;
    keywords.report(fieldError.invalid(path, pattern, why));
    return undefined;
  }
  const instructions = Math.max(1, compiled.programSize());
  const longest = Math.floor(MAX_STEPS / instructions);
  const rule = stringRule((value, at) => {
    if (value.length > longest) return [fieldError.tooLong(at, longest)];
    return compiled.test(value)
      ? []
      : [fieldError.invalid(at, excerpt(value), `${at} in body should match '${pattern}'`)];
  });
  return {
    ...rule,
    cost: (value) => (typeof value === 'string' ? 1 + (value.length * instructions) / STEPS_PER_VALIDATION_STEP : 1),
  };
};

function compile(pattern: string): RE2JS | Error {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return toError(error);
  }
}
