import { type AuditEntry, instant } from '@kubemin/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  Button,
  type Column,
  EmptyState,
  ErrorPanel,
  Field,
  Input,
  Panel,
  Skeleton,
  Table,
  Tag,
} from '../../kit/index.ts';
import { formatInstant, useLanguage } from '../../language/index.ts';
import { settingsMessages } from '../../messages/index.ts';
import { usePlatform, useRights } from '../../platform/index.ts';
import { auditSearchSchema } from './audit-search.ts';
import styles from './settings.module.css';
import { SettingsPage, useAdminReason } from './settings-page.tsx';
import { auditQuery } from './settings-queries.ts';

const A_DAY = 86_400_000;

export function AuditPage() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { isKnown } = useRights();
  const reason = useAdminReason();
  const { user, since, until } = auditSearchSchema.parse(useSearch({ strict: false }));
  const [from, to] = [dayStart(since), dayStart(until)];
  const audit = useInfiniteQuery({
    ...auditQuery(client, {
      ...(user !== undefined && { user }),
      ...(from !== undefined && { since: instant(from) }),
      // The whole last day.
      ...(to !== undefined && { until: instant(to + A_DAY) }),
    }),
    enabled: isKnown && reason === undefined,
  });
  const entries = (audit.data?.pages ?? []).flatMap((page) => page.entries);
  return (
    <SettingsPage>
      {isKnown && reason === undefined && <Filters />}
      <Panel label={t(settingsMessages.audit)}>
        {reason !== undefined && <EmptyState title={t(settingsMessages.auditHidden)}>{reason}</EmptyState>}
        {audit.isError && <ErrorPanel error={audit.error} onRetry={() => void audit.refetch()} />}
        {reason === undefined && audit.isPending && <Skeleton rows={8} />}
        {audit.data !== undefined && entries.length === 0 && <EmptyState title={t(settingsMessages.noEntries)} />}
        {entries.length > 0 && <AuditTable entries={entries} />}
      </Panel>
      {audit.hasNextPage && (
        <div>
          <Button busy={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
            {t(settingsMessages.more)}
          </Button>
        </div>
      )}
    </SettingsPage>
  );
}

/** The moment at which a day begins for the user; undefined for what is no day. */
function dayStart(day: string | undefined): number | undefined {
  const moment = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00`);
  return Number.isNaN(moment) ? undefined : moment;
}

function Filters() {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const search = auditSearchSchema.parse(useSearch({ strict: false }));
  const change = (next: { readonly [key in keyof typeof search]?: string }): void => {
    const all = Object.entries({ ...search, ...next }).filter(([, value]) => value !== undefined && value !== '');
    void navigate({ to: '/settings/audit', search: Object.fromEntries(all), replace: true });
  };
  return (
    <div className={styles.filters}>
      <Field label={t(settingsMessages.user)}>
        <Input value={search.user ?? ''} onChange={(event) => change({ user: event.target.value })} />
      </Field>
      <Field label={t(settingsMessages.since)}>
        <Input type="date" value={search.since ?? ''} onChange={(event) => change({ since: event.target.value })} />
      </Field>
      <Field label={t(settingsMessages.until)}>
        <Input type="date" value={search.until ?? ''} onChange={(event) => change({ until: event.target.value })} />
      </Field>
      {Object.values(search).some((value) => value !== undefined) && (
        <Button onClick={() => change({ user: '', since: '', until: '' })}>{t(settingsMessages.clear)}</Button>
      )}
    </div>
  );
}

function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { t, locale } = useLanguage();
  const columns: readonly Column<AuditEntry>[] = [
    {
      id: 'what',
      head: t(settingsMessages.what),
      cell: ({ route, method, path, detail }) => (
        <div className="two-lines">
          <span className="medium break">{detail === undefined ? route : `${route} · ${detail}`}</span>
          <span className="mono secondary break">
            {method} {path}
          </span>
        </div>
      ),
    },
    {
      id: 'who',
      head: t(settingsMessages.user),
      cell: ({ user, time }) => (
        <div className="two-lines">
          <span>{user}</span>
          <time className="small secondary" dateTime={time}>
            {formatInstant(Date.parse(time), locale)}
          </time>
        </div>
      ),
    },
    {
      id: 'where',
      head: t(settingsMessages.from),
      wideOnly: true,
      cell: ({ address, userAgent }) => (
        <div className="two-lines">
          <span className="mono">{address}</span>
          <span className="small secondary break">{userAgent}</span>
        </div>
      ),
    },
    {
      id: 'result',
      head: t(settingsMessages.result),
      cell: ({ status, error }) => (
        <Tag kind={status === undefined ? 'warning' : status >= 400 ? 'error' : 'plain'}>
          {status === undefined ? t(settingsMessages.noResponse) : [status, error].filter(Boolean).join(' ')}
        </Tag>
      ),
    },
  ];
  return <Table label={t(settingsMessages.audit)} columns={columns} items={entries} itemKey={({ id }) => id} />;
}
