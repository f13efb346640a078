import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Code, type Column, EmptyState, ErrorPanel, Health, Panel, Skeleton, Table, Tag } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { settingsMessages } from '../../messages/index.ts';
import { pluginsQuery, usePlatform } from '../../platform/index.ts';
import { SettingsPage } from './settings-page.tsx';
import { readinessQuery } from './settings-queries.ts';

const STATES = {
  up: { state: 'Running', text: settingsMessages.delivers },
  down: { state: 'Failed', text: settingsMessages.deliversNot },
  elsewhere: { state: 'Running', text: settingsMessages.deliversElsewhere },
} as const;

interface Target {
  readonly name: string;
  readonly status: keyof typeof STATES;
}

const STEP = `workflow:
  - name: inform
    type: notify
    properties:
      url: https://chat.example.com/hooks/kubemin
      secret: { name: chat-hook, key: token }`;

/** Where news of runs go: what the server publishes to, plug-ins that notify, and what a document or a run can ask for. */
export function NotificationsPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const readiness = useQuery(readinessQuery(client));
  const plugins = useQuery(pluginsQuery(client));
  const notifiers = (plugins.data?.plugins ?? []).flatMap(({ adds }) => adds.notifiers);
  const columns: readonly Column<Target>[] = [
    { id: 'name', head: t(settingsMessages.name), cell: ({ name }) => <span className="medium">{name}</span> },
    {
      id: 'state',
      head: t(settingsMessages.state),
      cell: ({ status }) => <Health state={STATES[status].state}>{t(STATES[status].text)}</Health>,
    },
  ];
  const targets = readiness.data?.publications ?? [];
  return (
    <SettingsPage>
      <Panel title={t(settingsMessages.publications)}>
        {readiness.isError && <ErrorPanel error={readiness.error} onRetry={() => void readiness.refetch()} />}
        {readiness.isPending && <Skeleton rows={2} />}
        {readiness.data !== undefined && targets.length === 0 && (
          <EmptyState title={t(settingsMessages.noPublications)}>{t(settingsMessages.noPublicationsHelp)}</EmptyState>
        )}
        {targets.length > 0 && (
          <Table
            label={t(settingsMessages.publications)}
            columns={columns}
            items={targets}
            itemKey={({ name }) => name}
          />
        )}
      </Panel>
      <Panel title={t(settingsMessages.notifiers)} padded>
        {plugins.isError && <ErrorPanel error={plugins.error} onRetry={() => void plugins.refetch()} />}
        {plugins.isPending && <Skeleton rows={1} />}
        {plugins.data !== undefined && (
          <p className="wrap secondary">
            {notifiers.map((name) => (
              <Tag key={name}>{name}</Tag>
            ))}
            {notifiers.length === 0 && <span>{t(settingsMessages.noNotifiers)}</span>}
            <Link className="link" to="/settings/plugins">
              {t(settingsMessages.plugins)}
            </Link>
          </p>
        )}
      </Panel>
      <Panel title={t(settingsMessages.ownNotifications)} padded>
        <div className="stack">
          <span className="secondary">{t(settingsMessages.notifyStep)}</span>
          <Code text={STEP} />
          <span className="secondary">{t(settingsMessages.runCallback)}</span>
        </div>
      </Panel>
    </SettingsPage>
  );
}
