import type { Message } from '@kubemin/base/message';
import type { UpdatePolicy } from '@kubemin/model';
import type { Gate } from './update-plan.ts';

const DEFAULT_PAUSE_SECONDS = 60;

/** What must hold before all users get the new version: an approval, or some time. */
export function watchGates(
  { approval, pauseSeconds }: UpdatePolicy,
  fallback: { readonly approval: 'manual' | 'automatic'; readonly question: Message },
): readonly Gate[] {
  const chosen = approval ?? fallback.approval;
  const seconds = pauseSeconds ?? (approval === 'automatic' ? DEFAULT_PAUSE_SECONDS : 0);
  return [
    ...(seconds === 0 ? [] : [{ kind: 'pause', seconds } as const]),
    ...(chosen === 'automatic' ? [] : [{ kind: 'approve', question: fallback.question } as const]),
  ];
}
