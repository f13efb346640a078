import { TerminalError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { accessMessages } from '../messages/index.ts';

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

  constructor(code: KubeconfigProblem, problem: Message, cause?: unknown) {
    super(accessMessages.kubeconfig({ problem }), { code, cause });
  }
}
