import type { StartedRun } from '@kubemin/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useToast } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { queryKeys } from '../../platform/index.ts';

/** Reports a run that was started, with a link to it, and has what it changes read again. */
export function useStartedRun(): (run: Pick<StartedRun, 'number'>) => void {
  const { t } = useLanguage();
  const toast = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return ({ number }) => {
    for (const key of [queryKeys.runs, queryKeys.application, queryKeys.revisions])
      void queries.invalidateQueries({ queryKey: [key] });
    toast({
      text: t(appMessages.runStarted({ number })),
      action: {
        label: t(appMessages.openRun),
        run: () => void navigate({ to: '/runs/$run', params: { run: String(number) } }),
      },
    });
  };
}
