import { useQuery } from '@tanstack/react-query';
import { Code, ErrorPanel, Panel, Skeleton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform } from '../../platform/index.ts';
import { useRun } from './run-context.tsx';
import styles from './run-page.module.css';

/** The document that the run delivers. */
export function InputTab() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { run } = useRun();
  const { appId, revision } = run;
  const query = useQuery({
    queryKey: [queryKeys.revisions, appId, 'document', revision],
    queryFn: ({ signal }) => client.getRevision(appId, String(revision), {}, { signal }),
  });
  return (
    <div className={styles.body}>
      <Panel
        title={t(runMessages.inputTitle({ revision }))}
        actions={<span className="small secondary">{t(runMessages.inputHelp)}</span>}
        padded
      >
        {query.isPending && <Skeleton rows={8} />}
        {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
        {query.data !== undefined && <Code text={query.data.text} />}
      </Panel>
    </div>
  );
}
