import { deepEqual, type FieldError, fieldError, labelSelectorFromObject } from '@kubemin/kubeapi';
import type { PodTemplateSpec } from '@kubemin/kubeapi/types/core.v1';
import type { LabelSelector } from '@kubemin/kubeapi/types/meta.v1';

/** A workload whose selector misses its own pods would create pods forever: that is refused. */
export function validateWorkloadSelector(
  kind: string,
  selector: LabelSelector | undefined,
  template: PodTemplateSpec | undefined,
): readonly FieldError[] {
  if (selector === undefined) return [fieldError.required('spec.selector')];
  const size = Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions?.length ?? 0);
  if (size === 0) return [fieldError.invalid('spec.selector', selector, `empty selector is invalid for ${kind}`)];
  const labels = template?.metadata?.labels ?? {};
  if (labelSelectorFromObject(selector).matches(labels)) return [];
  return [fieldError.invalid('spec.template.metadata.labels', labels, '`selector` does not match template `labels`')];
}

/** Which pods a workload owns cannot change after its creation. */
export function validateSelectorUnchanged(
  selector: LabelSelector | undefined,
  current: LabelSelector | undefined,
): readonly FieldError[] {
  return deepEqual(selector, current) ? [] : [fieldError.invalid('spec.selector', selector, 'field is immutable')];
}

/** Counts of pods cannot be negative. */
export function validateReplicas(replicas: number | undefined): readonly FieldError[] {
  if (replicas === undefined || replicas >= 0) return [];
  return [fieldError.invalid('spec.replicas', replicas, 'must be greater than or equal to 0')];
}
