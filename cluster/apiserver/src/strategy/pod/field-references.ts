import { fieldError } from '@kubemin/kubeapi';
import type { ObjectFieldSelector } from '@kubemin/kubeapi/types/core.v1';
import { named, type Problems, required } from '../field-checks.ts';

/** What a variable may show of its own pod. */
export const ENVIRONMENT_FIELDS: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

/** What a file may show of its own pod. */
export const FILE_FIELDS: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

const SUBSCRIPT = /^(metadata\.(?:annotations|labels))\['(.*)'\]$/;

/** A reference to a field of the pod itself; all labels and annotations can be named one by one. */
export function fieldReference(
  { apiVersion, fieldPath }: ObjectFieldSelector,
  path: string,
  fields: readonly string[],
): Problems {
  if ((apiVersion ?? '') === '') return required(`${path}.apiVersion`, apiVersion);
  if (fieldPath === '') return required(`${path}.fieldPath`, fieldPath);
  const subscript = SUBSCRIPT.exec(fieldPath);
  if (subscript !== null) return named(`${path}.fieldPath`, subscript[2]?.toLowerCase(), 'qualifiedName');
  if (fields.includes(fieldPath)) return [];
  if (ENVIRONMENT_FIELDS.includes(fieldPath) || FILE_FIELDS.includes(fieldPath)) {
    return [fieldError.notSupported(`${path}.fieldPath`, fieldPath, fields)];
  }
  const why = `error converting fieldPath: field label not supported: ${fieldPath}`;
  return [fieldError.invalid(`${path}.fieldPath`, fieldPath, why)];
}
