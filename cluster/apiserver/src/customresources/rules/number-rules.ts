import { fieldError } from '@kubemin/kubeapi';
import { inside } from '../schema/schema-path.ts';
import { numberRule, type RuleFactory } from './value-rule.ts';

/** `maximum` with `exclusiveMaximum`. */
export const maximumRule: RuleFactory = (keywords) => {
  const limit = keywords.number('maximum');
  const exclusive = keywords.flag('exclusiveMaximum');
  if (limit === undefined) return undefined;
  const text = exclusive ? 'should be less than' : 'should be less than or equal to';
  return numberRule((value, path) =>
    value < limit || (!exclusive && value === limit)
      ? []
      : [fieldError.invalid(path, value, `${path} in body ${text} ${limit}`)],
  );
};

/** `minimum` with `exclusiveMinimum`. */
export const minimumRule: RuleFactory = (keywords) => {
  const limit = keywords.number('minimum');
  const exclusive = keywords.flag('exclusiveMinimum');
  if (limit === undefined) return undefined;
  const text = exclusive ? 'should be greater than' : 'should be greater than or equal to';
  return numberRule((value, path) =>
    value > limit || (!exclusive && value === limit)
      ? []
      : [fieldError.invalid(path, value, `${path} in body ${text} ${limit}`)],
  );
};

/** `multipleOf`. */
export const multipleOfRule: RuleFactory = (keywords) => {
  const factor = keywords.number('multipleOf');
  if (factor === undefined) return undefined;
  if (factor <= 0) {
    keywords.report(fieldError.invalid(inside(keywords.path, 'multipleOf'), factor, 'must be greater than 0'));
    return undefined;
  }
  return numberRule((value, path) =>
    isMultiple(value, factor)
      ? []
      : [fieldError.invalid(path, value, `${path} in body should be a multiple of ${factor}`)],
  );
};

/** 0.3 / 0.1 is not 3 in binary: a quotient this near to a whole number is one. */
function isMultiple(value: number, factor: number): boolean {
  const quotient = value / factor;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON * 2;
}
