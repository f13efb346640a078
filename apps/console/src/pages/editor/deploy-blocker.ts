import type { Message } from '@kubemin/base/message';
import { editorMessages, reviewMessages } from '../../messages/index.ts';

/** What the review knows of a deployment. */
export interface ReviewState {
  readonly lostSecrets: number;
  /** The text of the first error of the document. */
  readonly firstError: string | undefined;
  /** Whether the document was checked as it is now. */
  readonly isChecked: boolean;
  readonly plan: {
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly data?: { readonly summary: { readonly refused: number } } | undefined;
  };
}

/** Why nothing can be deployed now: only what the user could see in the plan is. */
export function findDeployBlocker({ lostSecrets, firstError, isChecked, plan }: ReviewState): Message | undefined {
  if (lostSecrets > 0) return editorMessages.secretsLost({ count: lostSecrets });
  if (firstError !== undefined) return reviewMessages.blockedBy({ problem: firstError });
  if (plan.isFetching) return reviewMessages.planPending;
  if (plan.isError) return reviewMessages.planFailed;
  if (plan.data === undefined || !isChecked) return reviewMessages.planPending;
  const { refused } = plan.data.summary;
  return refused > 0 ? reviewMessages.refusedJobs({ count: refused }) : undefined;
}
