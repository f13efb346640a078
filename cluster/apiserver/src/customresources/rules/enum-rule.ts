import { deepEqual, fieldError, type JsonValue } from '@kubemin/kubeapi';
import { excerpt } from '../values/excerpt.ts';
import type { RuleMaker } from './value-rule.ts';

/** A message that lists more is no help. */
const MAX_SHOWN = 100;

/** `enum`. */
export const enumRule: RuleMaker = (keywords) => {
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
