import { useQuery } from '@tanstack/react-query';
import { CopyButton, ErrorPanel, Health, Panel, Skeleton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { metricsMessages, settingsMessages } from '../../messages/index.ts';
import { metricsSummaryQuery, usePlatform, workersQuery } from '../../platform/index.ts';
import styles from './settings.module.css';
import { SettingsPage } from './settings-page.tsx';
import { readinessQuery } from './settings-queries.ts';

export function AboutPage() {
  const { t, sent } = useLanguage();
  const { client, url } = usePlatform();
  const readiness = useQuery(readinessQuery(client));
  const summary = useQuery(metricsSummaryQuery(client));
  const workers = useQuery(workersQuery(client));
  const leader = workers.data?.workers.find(({ leads }) => leads);
  return (
    <SettingsPage>
      <Panel title={t(settingsMessages.platform)} padded>
        {readiness.isError && <ErrorPanel error={readiness.error} onRetry={() => void readiness.refetch()} />}
        {readiness.isPending && <Skeleton rows={5} />}
        {readiness.data !== undefined && (
          <dl className={styles.facts}>
            <dt>{t(settingsMessages.address)}</dt>
            <dd>{url}</dd>
            <dt>{t(settingsMessages.version)}</dt>
            <dd>{readiness.data.version ?? t(settingsMessages.notKnown)}</dd>
            <dt>{t(settingsMessages.state)}</dt>
            <dd>
              <Health state={readiness.data.status === 'ready' ? 'Running' : 'Degraded'}>
                {t(readiness.data.status === 'ready' ? settingsMessages.ready : settingsMessages.degraded)}
              </Health>
              {readiness.data.message !== undefined && (
                <span className="small secondary"> {sent(readiness.data, 'message', readiness.data.message)}</span>
              )}
            </dd>
            <dt>{t(settingsMessages.checks)}</dt>
            <dd>{Object.keys(readiness.data.checks).join(', ')}</dd>
            <dt>{t(settingsMessages.instances)}</dt>
            <dd>{readiness.data.instance.instances}</dd>
            <dt>{t(settingsMessages.workFrom)}</dt>
            <dd>
              {t(
                readiness.data.instance.workFrom === 'queue'
                  ? settingsMessages.fromQueue
                  : settingsMessages.fromDatabase,
              )}
            </dd>
            {readiness.data.publications.length > 0 && (
              <>
                <dt>{t(settingsMessages.publications)}</dt>
                <dd>{readiness.data.publications.map(({ name, status }) => `${name} (${status})`).join(', ')}</dd>
              </>
            )}
          </dl>
        )}
      </Panel>
      <Panel title={t(settingsMessages.queueAndWorkers)} padded>
        {summary.isError && <ErrorPanel error={summary.error} onRetry={() => void summary.refetch()} />}
        {workers.isError && <ErrorPanel error={workers.error} onRetry={() => void workers.refetch()} />}
        {summary.isPending && <Skeleton rows={3} />}
        <dl className={styles.facts}>
          {summary.data !== undefined && (
            <>
              <dt>{t(settingsMessages.queueDriver)}</dt>
              <dd>
                <Health state={summary.data.messageQueue.up ? 'Running' : 'Failed'}>
                  {summary.data.messageQueue.driver}
                </Health>
              </dd>
              <dt>{t(metricsMessages.runningLimit)}</dt>
              <dd>
                {summary.data.queue.running} / {summary.data.capacity.limit}
              </dd>
            </>
          )}
          {workers.data !== undefined && (
            <>
              <dt>{t(metricsMessages.leader)}</dt>
              <dd className="row">
                {leader === undefined ? (
                  t(settingsMessages.noLeader)
                ) : (
                  <>
                    <span className="mono">{leader.id.slice(0, 8)}</span>
                    <CopyButton text={leader.id} label={t(metricsMessages.copyId)} />
                  </>
                )}
              </dd>
            </>
          )}
        </dl>
      </Panel>
    </SettingsPage>
  );
}
