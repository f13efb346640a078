import { fieldError, labelSelectorFromObject } from '@kubemin/kubeapi';
import type { PodTemplateSpec } from '@kubemin/kubeapi/types/core.v1';
import type { LabelSelector } from '@kubemin/kubeapi/types/meta.v1';
import { immutable, nonNegative, type Problems } from './field-checks.ts';
import { isEmptySelector, validateLabelSelector } from './label-selectors.ts';

/** A workload whose selector misses its own pods would create pods forever: that is refused. */
export function validateWorkloadSelector(
  kind: string,
  selector: LabelSelector | undefined,
  template: PodTemplateSpec | undefined,
): Problems {
  if (selector === undefined) return [fieldError.required('spec.selector')];
  const wrong = validateLabelSelector('spec.selector', selector);
  if (wrong.length > 0) return wrong;
  if (isEmptySelector(selector)) {
    return [fieldError.invalid('spec.selector', selector, `empty selector is invalid for ${kind}`)];
  }
  return template === undefined ? [] : templateMatch(selector, template);
}

/** That pods made from the template are found by the selector, which is well formed. */
export function templateMatch(selector: LabelSelector, template: PodTemplateSpec): Problems {
  const labels = template.metadata?.labels ?? {};
  if (labelSelectorFromObject(selector).matches(labels)) return [];
  return [fieldError.invalid('spec.template.metadata.labels', labels, '`selector` does not match template `labels`')];
}

/** Which pods a workload owns cannot change after its creation. */
export function validateSelectorUnchanged(
  selector: LabelSelector | undefined,
  current: LabelSelector | undefined,
): Problems {
  return immutable('spec.selector', selector, current);
}

/** What every workload counts: pods, seconds until one counts as ready, old versions. */
export function validateCounts(
  spec:
    | {
        readonly replicas?: number;
        readonly minReadySeconds?: number;
        readonly revisionHistoryLimit?: number;
      }
    | undefined,
): Problems {
  return [
    ...nonNegative('spec.replicas', spec?.replicas),
    ...nonNegative('spec.minReadySeconds', spec?.minReadySeconds),
    ...nonNegative('spec.revisionHistoryLimit', spec?.revisionHistoryLimit),
  ];
}
