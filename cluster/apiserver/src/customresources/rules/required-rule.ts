import { fieldError, isJsonObject } from '@kubemin/kubeapi';
import { fieldPath } from '../schema/schema-path.ts';
import type { RuleMaker } from './value-rule.ts';

/** `required`. */
export const requiredRule: RuleMaker = (keywords) => {
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
