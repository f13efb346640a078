import { type FieldError, fieldError } from '@kubemin/kubeapi';
import type { LabelSelector } from '@kubemin/kubeapi/types/meta.v1';
import { each, labels, named, type Problems, requiredName } from './field-checks.ts';

const SETS = ['In', 'NotIn'];
const EXISTENCE = ['Exists', 'DoesNotExist'];

/** A selector inside an object; an absent one has no problems. */
export function validateLabelSelector(path: string, selector: LabelSelector | undefined): Problems {
  return [
    ...labels(`${path}.matchLabels`, selector?.matchLabels),
    ...each(selector?.matchExpressions, `${path}.matchExpressions`, ({ key, operator, values = [] }, at) => [
      ...operatorProblems(at, operator, values),
      ...(key === '' ? requiredName(`${at}.key`, key, 'qualifiedName') : named(`${at}.key`, key, 'qualifiedName')),
      ...each(values, `${at}.values`, (value, place) => named(place, value, 'labelValue')),
    ]),
  ];
}

/** Whether it selects by nothing at all. */
export function isEmptySelector(selector: LabelSelector): boolean {
  return Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions?.length ?? 0) === 0;
}

function operatorProblems(path: string, operator: string, values: readonly string[]): readonly FieldError[] {
  if (SETS.includes(operator)) {
    if (values.length > 0) return [];
    return [fieldError.required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")];
  }
  if (EXISTENCE.includes(operator)) {
    if (values.length === 0) return [];
    const rule = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    return [fieldError.forbidden(`${path}.values`, rule)];
  }
  return [fieldError.invalid(`${path}.operator`, operator, 'not a valid selector operator')];
}
