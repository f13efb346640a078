import type { ListedRevision, RevisionState } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Button,
  CliLine,
  type Column,
  EmptyState,
  ErrorPanel,
  Field,
  Moment,
  Panel,
  Select,
  Skeleton,
  Table,
  Tag,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { revisionsQuery, usePlatform } from '../../platform/index.ts';
import styles from './app.module.css';
import { useRefusal } from './app-actions.tsx';
import { useApp } from './app-context.ts';
import { appSearchSchema } from './app-search.ts';
import { PlanList } from './plan-list.tsx';
import { RevisionComparison } from './revision-comparison.tsx';
import { RollbackDialog } from './rollback-dialog.tsx';

const LIVE = 'live';

const STATES: Readonly<
  Record<
    RevisionState,
    { readonly text: typeof appMessages.serving; readonly kind: 'plain' | 'accent' | 'warning' | 'error' }
  >
> = {
  serving: { text: appMessages.serving, kind: 'accent' },
  delivered: { text: appMessages.delivered, kind: 'plain' },
  failed: { text: appMessages.failed, kind: 'error' },
  refused: { text: appMessages.refused, kind: 'error' },
  cancelled: { text: appMessages.cancelled, kind: 'warning' },
  running: { text: appMessages.running, kind: 'plain' },
  stored: { text: appMessages.stored, kind: 'plain' },
};

/** The revisions of an application: what changed in each, a comparison of any two, and the way back. */
export function RevisionsPage() {
  const { client } = usePlatform();
  const { app } = useApp();
  const revisions = useQuery(revisionsQuery(client, app.id));
  return (
    <div className={styles.body}>
      {revisions.isError && <ErrorPanel error={revisions.error} onRetry={() => void revisions.refetch()} />}
      {revisions.isPending && <Skeleton rows={5} />}
      {revisions.data !== undefined && <RevisionList revisions={revisions.data.revisions} />}
    </div>
  );
}

function RevisionList({ revisions }: { readonly revisions: readonly ListedRevision[] }) {
  const { t, sent } = useLanguage();
  const { path } = useApp();
  const navigate = useNavigate();
  const refusal = useRefusal()('deploy');
  const { rev, with: other } = appSearchSchema.parse(useSearch({ strict: false }));
  const [target, setTarget] = useState<number>();
  const compare = (from: number, to: number | 'live'): void =>
    void navigate({
      to: '/apps/$app/revisions',
      params: { app: path },
      search: { rev: from, with: to },
      replace: true,
    });
  const columns: readonly Column<ListedRevision>[] = [
    {
      id: 'revision',
      head: t(appMessages.revision),
      cell: (revision) => (
        <div className="two-lines">
          <span className="strong">r{revision.revision}</span>
          {revision.description !== '' && (
            <span className="small secondary break">{sent(revision, 'description', revision.description)}</span>
          )}
        </div>
      ),
    },
    {
      id: 'state',
      head: t(appMessages.state),
      cell: ({ state }) => <Tag kind={STATES[state].kind}>{t(STATES[state].text)}</Tag>,
    },
    {
      id: 'changes',
      head: t(appMessages.changes),
      wideOnly: true,
      cell: (revision) => (
        <div className="two-lines">
          {revision.changes.slice(0, 4).map((change, at) => (
            <span key={change} className="small break">
              {sent(revision, `changes.${at}`, change)}
            </span>
          ))}
          {revision.changes.length > 4 && (
            <span className="small secondary">
              {t(appMessages.moreChanges({ count: revision.changes.length - 4 }))}
            </span>
          )}
        </div>
      ),
    },
    { id: 'author', head: t(appMessages.author), wideOnly: true, cell: ({ creator }) => creator },
    { id: 'created', head: t(appMessages.created), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      id: 'run',
      head: t(appMessages.run),
      wideOnly: true,
      cell: ({ run }) =>
        run !== undefined && (
          <Link className="link" to="/runs/$run" params={{ run: String(run) }}>
            {t(appMessages.runNumber({ number: run }))}
          </Link>
        ),
    },
    {
      id: 'tools',
      head: <span className="visually-hidden">{t(appMessages.actions)}</span>,
      cell: ({ revision, current }) => (
        <span className={styles.tools}>
          {revision > 1 && (
            <Button size="small" onClick={() => compare(revision - 1, revision)}>
              {t(appMessages.compare)}
            </Button>
          )}
          <Button size="small" onClick={() => compare(revision, LIVE)}>
            {t(appMessages.compareLive)}
          </Button>
          {!current && (
            <Button size="small" disabledReason={refusal} onClick={() => setTarget(revision)}>
              {t(appMessages.rollbackMore)}
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      <Panel label={t(appMessages.revisions)}>
        <Table
          label={t(appMessages.revisions)}
          columns={columns}
          items={revisions}
          itemKey={({ revision }) => String(revision)}
        />
      </Panel>
      {revisions.length > 1 || other === LIVE ? (
        <Comparison revisions={revisions} from={rev} to={other} onCompare={compare} />
      ) : (
        <EmptyState title={t(appMessages.oneRevision)}>{t(appMessages.oneRevisionHelp)}</EmptyState>
      )}
      {target !== undefined && <RollbackDialog revision={target} onClose={() => setTarget(undefined)} />}
    </>
  );
}

interface ComparisonProps {
  readonly revisions: readonly ListedRevision[];
  readonly from: number | undefined;
  /** `live`: what the cluster has now. */
  readonly to: number | 'live' | undefined;
  readonly onCompare: (from: number, to: number | 'live') => void;
}

function Comparison({ revisions, from, to, onCompare }: ComparisonProps) {
  const { t } = useLanguage();
  const { app, path } = useApp();
  const newer = to ?? revisions[0]?.revision ?? 1;
  const older = from ?? revisions.find(({ revision }) => revision !== newer)?.revision ?? 1;
  const options = revisions.map(({ revision, state }) => (
    <option key={revision} value={revision}>
      r{revision} · {t(STATES[state].text)}
    </option>
  ));
  return (
    <Panel title={t(appMessages.comparison)} padded>
      <div className="stack">
        <div className="wrap">
          <Field label={t(appMessages.from)}>
            <Select value={older} onChange={({ target }) => onCompare(Number(target.value), newer)}>
              {options}
            </Select>
          </Field>
          <Field label={t(appMessages.to)}>
            <Select
              value={newer}
              onChange={({ target }) => onCompare(older, target.value === LIVE ? LIVE : Number(target.value))}
            >
              <option value={LIVE}>{t(appMessages.liveCluster)}</option>
              {options}
            </Select>
          </Field>
        </div>
        {newer === LIVE ? (
          <>
            <p className="secondary">{t(appMessages.liveHelp({ revision: older }))}</p>
            <PlanList key={older} appId={app.id} request={{ operation: 'rollback', revision: older }} hasFields />
            <CliLine words={['rollback', path, String(older), '--dry-run']} />
          </>
        ) : (
          <>
            <RevisionComparison key={`${older} ${newer}`} appId={app.id} from={older} to={newer} />
            <CliLine words={['revision', 'diff', path, String(older), String(newer)]} />
          </>
        )}
      </div>
    </Panel>
  );
}
