import { PlatformError } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorPanel, RefetchError, Skeleton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { TextLog } from '../../logs/index.ts';
import { runMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform } from '../../platform/index.ts';

const REFRESH_MS = 3_000;

interface JobLogProps {
  readonly taskId: string;
  readonly jobId: string;
  /** What the job is called. */
  readonly name: string;
  readonly isOver: boolean;
}

/** What the program of a job has written, read again while it runs. */
export function JobLog({ taskId, jobId, name, isOver }: JobLogProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const log = useQuery({
    queryKey: [queryKeys.run, taskId, 'log', jobId],
    queryFn: ({ signal }) => client.jobLog(taskId, jobId, { signal }),
    refetchInterval: isOver ? false : REFRESH_MS,
  });
  if (log.isPending) return <Skeleton rows={4} />;
  if (log.isError && log.data === undefined) {
    if (log.error instanceof PlatformError && log.error.code === 'JOB_LOG_NOT_FOUND') {
      return <EmptyState title={t(runMessages.noJobLog)} />;
    }
    return <ErrorPanel error={log.error} onRetry={() => void log.refetch()} />;
  }
  return (
    <>
      <RefetchError query={log} />
      {log.data.truncated && <p className="small secondary">{t(runMessages.logTruncated)}</p>}
      <TextLog text={log.data.text} name={name} />
    </>
  );
}
