import { type FieldError, fieldError } from '@kubemin/kubeapi';
import type { CustomResourceSubresources } from '@kubemin/kubeapi/types/apiextensions.v1';

/** What is wrong with a version's subresources. */
export function subresourceProblems(
  subresources: CustomResourceSubresources | undefined,
  path: string,
): readonly FieldError[] {
  const scale = subresources?.scale;
  if (scale === undefined) return [];
  const { labelSelectorPath = '' } = scale;
  return [
    ...replicasPath(`${path}.scale.specReplicasPath`, scale.specReplicasPath, '.spec'),
    ...replicasPath(`${path}.scale.statusReplicasPath`, scale.statusReplicasPath, '.status'),
    ...(labelSelectorPath === '' ? [] : selectorPath(`${path}.scale.labelSelectorPath`, labelSelectorPath)),
  ];
}

function replicasPath(path: string, value: string, root: string): readonly FieldError[] {
  if (value === '') return [fieldError.required(path)];
  const simple = simplePathProblems(path, value);
  if (simple.length > 0) return simple;
  return value.startsWith(`${root}.`) ? [] : [fieldError.invalid(path, value, `should be a json path under ${root}`)];
}

function selectorPath(path: string, value: string): readonly FieldError[] {
  const simple = simplePathProblems(path, value);
  if (simple.length > 0) return simple;
  const rule = 'should be a json path under either .spec or .status';
  return value.startsWith('.spec.') || value.startsWith('.status.') ? [] : [fieldError.invalid(path, value, rule)];
}

/** Scales are written, too: only names can be walked both ways. */
function simplePathProblems(path: string, value: string): readonly FieldError[] {
  if (!value.startsWith('.')) return [fieldError.invalid(path, value, 'must be a simple json path starting with .')];
  const names = value.slice(1).split('.');
  const rule = 'must be a json path in the dot notation';
  return names.some((name) => name === '' || /[[\]]/.test(name)) ? [fieldError.invalid(path, value, rule)] : [];
}
