import { isTerminal, runStates, type Task } from '@kubemin/client';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  Code,
  type Column,
  Confirm,
  cliCommand,
  Duration,
  EmptyState,
  Field,
  Input,
  Moment,
  Panel,
  runKinds,
  runSources,
  StateChip,
  Table,
  Tag,
  useToast,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runMessages, runsMessages } from '../../messages/index.ts';
import { queryKeys, useOpenQuestions, usePlatform } from '../../platform/index.ts';
import { useSetSearch } from './run-filters.tsx';
import styles from './runs-page.module.css';
import type { RunsSearch } from './runs-search.ts';

/** Longer lists have only the rows near the view in the page. */
const MANY = 60;

interface RunListProps {
  readonly runs: readonly Task[];
  readonly newCount: number;
  readonly onShowNew: () => void;
  readonly search: RunsSearch;
}

/** The runs of a filter. Rows stay where they are: runs that start meanwhile are offered. */
export function RunList({ runs, newCount, onShowNew, search }: RunListProps) {
  const { t, sent } = useLanguage();
  const setSearch = useSetSearch(search);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const wanted = (search.text ?? '').toLowerCase();
  const matches = (run: Task): boolean => {
    const error = run.error === undefined ? '' : sent(run, 'error', run.error);
    return `${run.number} ${run.appName} ${run.creator ?? ''} ${error}`.toLowerCase().includes(wanted);
  };
  const shown = wanted === '' ? runs : runs.filter(matches);
  const chosen = selected.size === 0 ? [] : shown.filter(({ id, status }) => selected.has(id) && !isTerminal(status));
  const filters = [
    ...(search.status ?? []).map((state) => t(runStates[state])),
    search.app ?? '',
    search.creator ?? '',
    search.source === undefined ? '' : t(runSources[search.source]),
    search.text ?? '',
  ].filter((each) => each !== '');
  return (
    <>
      {newCount > 0 && (
        <div className={styles.newRuns}>
          <Button size="small" kind="accent" icon={<ArrowUp size={14} aria-hidden />} onClick={onShowNew}>
            {t(runsMessages.newRuns({ count: newCount }))}
          </Button>
        </div>
      )}
      {chosen.length > 0 && <Selection runs={chosen} onClear={() => setSelected(new Set())} />}
      {shown.length === 0 ? (
        <EmptyState
          title={t(runsMessages.noHits)}
          actions={
            <Button
              onClick={() =>
                setSearch({ status: undefined, app: undefined, creator: undefined, source: undefined, text: undefined })
              }
            >
              {t(runsMessages.clear)}
            </Button>
          }
        >
          {t(runsMessages.activeFilters({ filters }))}
        </EmptyState>
      ) : (
        <RunTable runs={shown} selected={selected} onSelect={setSelected} />
      )}
    </>
  );
}

interface SelectionProps {
  readonly runs: readonly Task[];
  readonly onClear: () => void;
}

/** What can be done with several runs at once. */
function Selection({ runs, onClear }: SelectionProps) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const queries = useQueryClient();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const cancel = async (): Promise<void> => {
    const text = reason.trim();
    const results = await Promise.allSettled(
      runs.map(({ appId, id }) => client.cancelWorkflow(appId, { taskId: id, ...(text !== '' && { reason: text }) })),
    );
    void queries.invalidateQueries({ queryKey: [queryKeys.runs] });
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    toast({ text: t(runsMessages.cancelledRuns({ count: runs.length })) });
    onClear();
  };
  return (
    <div className="wrap" role="status">
      <span className="medium">{t(runsMessages.selected({ count: runs.length }))}</span>
      <Button size="small" onClick={() => setOpen(true)}>
        {t(runsMessages.cancelSelected)}
      </Button>
      <Button size="small" kind="ghost" onClick={onClear}>
        {t(runsMessages.clearSelection)}
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t(runsMessages.cancelTitle({ count: runs.length }))}
        action={t(runsMessages.cancelRuns)}
        danger
        onConfirm={cancel}
      >
        <p className="secondary">{t(runMessages.keepHelp)}</p>
        <Field label={t(runMessages.reason)}>
          <Input value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Code text={runs.map(({ number }) => cliCommand('run', 'cancel', String(number))).join('\n')} wrapped />
      </Confirm>
    </div>
  );
}

interface RunTableProps {
  readonly runs: readonly Task[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

function RunTable({ runs, selected, onSelect }: RunTableProps) {
  const { t, sent } = useLanguage();
  const questions = useOpenQuestions();
  const asking = new Set(questions.map(({ run }) => run.number));
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const columns: readonly Column<Task>[] = [
    {
      id: 'run',
      head: t(runsMessages.run),
      width: '128px',
      cell: (run) => (
        <div className="row">
          <input
            type="checkbox"
            className={styles.check}
            aria-label={t(runsMessages.select({ number: run.number }))}
            checked={selected.has(run.id) && !isTerminal(run.status)}
            disabled={isTerminal(run.status)}
            onChange={() => toggle(run.id)}
          />
          <div className="two-lines">
            <Link className="strong" to="/runs/$run" params={{ run: String(run.number) }}>
              {t(runMessages.title({ number: run.number }))}
            </Link>
            <span className="small secondary">{t(runKinds[run.kind])}</span>
          </div>
        </div>
      ),
    },
    {
      id: 'state',
      head: t(runsMessages.status),
      cell: (run) => (
        <div className="two-lines">
          <span className="wrap">
            <StateChip state={run.status} />
            {asking.has(run.number) && <Tag kind="accent">{t(runsMessages.needsApproval)}</Tag>}
          </span>
          {run.error !== undefined && (
            <span className={`${styles.reason} small secondary cut`} title={sent(run, 'error', run.error)}>
              {sent(run, 'error', run.error)}
            </span>
          )}
        </div>
      ),
    },
    {
      id: 'app',
      head: t(runsMessages.app),
      width: '14%',
      cell: ({ appName, revision }) => (
        <span>
          <Link className="medium" to="/apps/$app" params={{ app: appName }}>
            {appName}
          </Link>{' '}
          <span className="secondary">r{revision}</span>
        </span>
      ),
    },
    {
      id: 'step',
      head: t(runsMessages.step),
      width: '12%',
      wideOnly: true,
      cell: ({ progress }) =>
        progress !== undefined && (
          <div className="two-lines">
            <span className="cut">{progress.step}</span>
            <span className="small secondary">{t(runMessages.doneOf({ done: progress.done, all: progress.all }))}</span>
          </div>
        ),
    },
    {
      id: 'creator',
      head: t(runsMessages.trigger),
      width: '9%',
      wideOnly: true,
      cell: ({ creator, source }) => (
        <div className="two-lines">
          <span className="cut">{creator}</span>
          {source !== undefined && <span className="small secondary">{t(runSources[source])}</span>}
        </div>
      ),
    },
    {
      id: 'waited',
      head: t(runsMessages.waited),
      width: '8%',
      numeric: true,
      wideOnly: true,
      cell: ({ createdAt, startedAt, endedAt }) => <Duration from={createdAt} to={startedAt ?? endedAt} />,
    },
    {
      id: 'duration',
      head: t(runsMessages.duration),
      width: '9%',
      numeric: true,
      wideOnly: true,
      cell: ({ startedAt, endedAt }) => startedAt !== undefined && <Duration from={startedAt} to={endedAt} />,
    },
    {
      id: 'attempts',
      head: t(runsMessages.attempts),
      width: '84px',
      numeric: true,
      wideOnly: true,
      cell: ({ progress }) => progress !== undefined && (progress.retries === 0 ? 1 : `1 + ${progress.retries}`),
    },
    {
      id: 'started',
      head: t(runsMessages.started),
      width: '112px',
      numeric: true,
      cell: ({ createdAt }) => (
        <span className="secondary">
          <Moment at={createdAt} />
        </span>
      ),
    },
  ];
  return (
    <Panel label={t(runsMessages.title)}>
      <Table
        label={t(runsMessages.title)}
        columns={columns}
        items={runs}
        itemKey={({ id }) => id}
        windowed={runs.length > MANY}
      />
    </Panel>
  );
}
