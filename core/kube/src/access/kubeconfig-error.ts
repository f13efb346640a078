import { TerminalError } from '@kubemin/base';

/** What can be wrong with a kubeconfig. */
export type KubeconfigProblem =
  | 'KUBECONFIG_SYNTAX'
  | 'KUBECONFIG_INVALID'
  | 'KUBECONFIG_NO_CONTEXT'
  | 'KUBECONFIG_CONTEXT_UNKNOWN'
  | 'KUBECONFIG_CLUSTER_UNKNOWN'
  | 'KUBECONFIG_USER_UNKNOWN'
  | 'KUBECONFIG_MISSING'
  | 'KUBECONFIG_FILE_UNREADABLE'
  | 'KUBECONFIG_UNSUPPORTED';

/** Thrown when a kubeconfig cannot be used; the message names the place in it and what to do. */
export class KubeconfigError extends TerminalError {
  declare readonly code: KubeconfigProblem;

  constructor(code: KubeconfigProblem, message: string, cause?: unknown) {
    super(`kubeconfig: ${message}`, { code, cause });
  }
}
