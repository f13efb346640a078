import { KubeminError } from '@kubemin/base';
import { KubeconfigError } from '@kubemin/kube';

const CODES: readonly string[] = [
  'APIEXT_FIELD_TAKEN',
  'CLUSTER_MISSING',
  'CONTROLLER_UNKNOWN',
  'FILTER_INVALID',
  'PHASE_MACHINE_INVALID',
  'RESOURCE_DECLARED_TWICE',
  'TLS_FILE_UNREADABLE',
];

/** Whether an app did not start because of its flags, configuration or modules, and not because of its environment. */
export function isUsageError(error: unknown): error is KubeminError {
  return error instanceof KubeconfigError || (error instanceof KubeminError && CODES.includes(error.code));
}
