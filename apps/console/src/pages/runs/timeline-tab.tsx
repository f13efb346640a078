import { isTerminal, type Job, jobState, runStates } from '@kubemin/client';
import { ChevronDown, ChevronRight, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Button, Segments, StateIcon, Switch, useNow } from '../../kit/index.ts';
import { formatDuration, useLanguage } from '../../language/index.ts';
import { runMessages } from '../../messages/index.ts';
import { JobPanel } from './job-panel.tsx';
import { JobTable, NoJobs } from './jobs-tab.tsx';
import { jobName, useRun, useRunSearch } from './run-context.tsx';
import body from './run-page.module.css';
import { createTimeScale, formatOffset, scaleTicks, type TimeScale } from './time-scale.ts';
import styles from './timeline.module.css';
import {
  type Bar,
  doneCount,
  isNotStarted,
  layoutTimeline,
  type Mark,
  type Row,
  type Timeline,
} from './timeline-layout.ts';

/** When each job of the run waited and worked: a chart, or the same as a table. */
export function TimelineTab() {
  const { t } = useLanguage();
  const { run, historyError } = useRun();
  const { search, setSearch } = useRunSearch();
  const job = run.jobs.find(({ id }) => id === search.job);
  const isTable = search.view === 'table';
  if (run.jobs.length === 0) return <NoJobs />;
  const view = (
    <Segments
      label={t(runMessages.view)}
      value={search.view ?? 'chart'}
      options={[
        { value: 'chart', text: t(runMessages.chart) },
        { value: 'table', text: t(runMessages.table) },
      ]}
      onChange={(next) => setSearch({ view: next === 'chart' ? undefined : next })}
    />
  );
  return (
    <div className={styles.runBody}>
      <div className={styles.main}>
        {historyError !== undefined && (
          <p className={`${styles.notice} small secondary`} role="status">
            {t(runMessages.historyMissing)}
          </p>
        )}
        {isTable ? (
          <div className={body.body}>
            <div className={styles.tableTools}>{view}</div>
            <JobTable />
          </div>
        ) : (
          <Chart view={view} />
        )}
      </div>
      {job !== undefined && <JobPanel job={job} />}
    </div>
  );
}

/** Space after the last bar, for its text. */
const MARGIN = 0.12;
/** Runs with more jobs begin with their components collapsed. */
const MOST_EXPANDED = 40;
const REFRESH_MS = 1_000;

function Chart({ view }: { readonly view: React.ReactNode }) {
  const { t } = useLanguage();
  const { run, history } = useRun();
  const isOver = isTerminal(run.status);
  const now = useNow(isOver ? 3_600_000 : REFRESH_MS);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(() =>
    run.jobs.length > MOST_EXPANDED ? new Set(componentIds(run.jobs)) : new Set(),
  );
  const [isShort, setShort] = useState(true);
  const timeline = useMemo(() => layoutTimeline({ run, history, now, collapsed }), [run, history, now, collapsed]);
  const { from, to, idle } = timeline;
  const scale = useMemo(
    () => createTimeScale({ from, to }, { idle: isShort ? idle : [], margin: MARGIN }),
    [from, to, idle, isShort],
  );
  const canShorten = createTimeScale({ from, to }, { idle }).shortened.length > 0;
  const groups = componentIds(run.jobs);
  const isCollapsed = groups.length > 0 && groups.every((id) => collapsed.has(id));
  return (
    <div className={styles.timeline}>
      <div className={styles.tools}>
        <Legend timeline={timeline} scale={scale} />
        <span className="grow" />
        {canShorten && (
          <span className={styles.switch}>
            {t(runMessages.shortenWaits)}
            <Switch label={t(runMessages.shortenWaits)} checked={isShort} onChange={setShort} />
          </span>
        )}
        {groups.length > 0 && (
          <Button size="small" kind="ghost" onClick={() => setCollapsed(new Set(isCollapsed ? [] : groups))}>
            {t(isCollapsed ? runMessages.expandAll : runMessages.collapseAll)}
          </Button>
        )}
        {view}
      </div>
      <Axis scale={scale} timeline={timeline} isOver={isOver} />
      <div className={styles.chart}>
        <Grid scale={scale} />
        <Rows timeline={timeline} scale={scale} collapsed={collapsed} onCollapse={setCollapsed} />
        <Overlay scale={scale} timeline={timeline} isOver={isOver} />
      </div>
    </div>
  );
}

function componentIds(jobs: readonly Job[]): readonly string[] {
  const ids = jobs
    .filter(({ component }) => component !== '')
    .map(({ stepIndex, step, component }) => `step/${stepIndex}/${step}/${component}`);
  return [...new Set(ids)];
}

/** The kinds of bars that the chart has. */
function Legend({ timeline, scale }: Pick<ScaledProps, 'timeline' | 'scale'>) {
  const { t } = useLanguage();
  const bars = timeline.rows.flatMap((row) => visibleBars(row, scale));
  const states = (['running', 'completed', 'failed', 'timeout', 'cancelled', 'rejected', 'skipped'] as const).filter(
    (state) => bars.some((bar) => bar.kind === 'attempt' && bar.state === state),
  );
  const has = (kind: Bar['kind']): boolean => bars.some((bar) => bar.kind === kind);
  return (
    <>
      {has('waiting') && <Key className={styles.waitingKey}>{t(runStates.waiting)}</Key>}
      {has('queued') && <Key className={`${styles.queuedKey} ${styles.queued}`}>{t(runStates.queued)}</Key>}
      {states.map((state) => (
        <Key key={state} className={`${styles.solidKey} ${styles[state]}`}>
          {t(runStates[state])}
        </Key>
      ))}
      {has('backoff') && <Key className={styles.backoffKey}>{t(runMessages.backoff)}</Key>}
    </>
  );
}

function Key({ className, children }: { readonly className: string | undefined; readonly children: string }) {
  return (
    <span className={styles.key}>
      <i className={className} />
      {children}
    </span>
  );
}

/** Waits of less than this part of the width are left out. */
const VISIBLE = 0.004;

function visibleBars({ bars }: Row, scale: TimeScale): readonly Bar[] {
  return bars.filter(
    ({ kind, from, to }) =>
      (kind !== 'waiting' && kind !== 'queued') || scale.position(to) - scale.position(from) >= VISIBLE,
  );
}

const percent = (fraction: number): string => `${(fraction * 100).toFixed(3)}%`;

interface ScaledProps {
  readonly scale: TimeScale;
  readonly timeline: Timeline;
  readonly isOver: boolean;
}

function Axis({ scale, timeline, isOver }: ScaledProps) {
  const { t } = useLanguage();
  const now = scale.position(timeline.to);
  return (
    <div className={styles.axis} aria-hidden>
      {scaleTicks(scale)
        .map(({ at, text }) => ({ at: scale.position(at), text }))
        .filter(({ at }) => isOver || Math.abs(at - now) > 0.09)
        .map(({ at, text }) => (
          <span key={text} style={{ left: percent(at) }}>
            {text}
          </span>
        ))}
      {!isOver && (
        <b className={styles.nowText} style={{ left: percent(now) }}>
          {t(runMessages.now({ offset: formatOffset(timeline.to - timeline.from) }))}
        </b>
      )}
    </div>
  );
}

function Grid({ scale }: Pick<ScaledProps, 'scale'>) {
  return (
    <div className={styles.grid}>
      {scaleTicks(scale).map(({ at, text }) => (
        <i key={text} style={{ left: percent(scale.position(at)) }} />
      ))}
      {scale.shortened.map((span) => (
        <i
          key={span.from}
          className={styles.cutSpan}
          style={{
            left: percent(scale.position(span.from)),
            width: percent(scale.position(span.to) - scale.position(span.from)),
          }}
        />
      ))}
    </div>
  );
}

/** What is drawn above the bars: now, and where work was resumed. */
function Overlay({ scale, timeline, isOver }: ScaledProps) {
  return (
    <div className={`${styles.grid} ${styles.above}`}>
      {timeline.marks.map((mark) => (
        <MarkLine key={`${mark.job.id} ${mark.at}`} mark={mark} scale={scale} />
      ))}
      {!isOver && <i className={styles.now} style={{ left: percent(scale.position(timeline.to)) }} />}
    </div>
  );
}

/** Where work was resumed by another instance, or after a restart. */
function MarkLine({ mark, scale }: { readonly mark: Mark; readonly scale: TimeScale }) {
  const { t, language } = useLanguage();
  const text = t(runMessages.resumed({ name: jobName(mark.job), duration: formatDuration(mark.gapMs, language) }));
  return (
    <span className={styles.mark} style={{ left: percent(scale.position(mark.at)) }} title={text}>
      <TriangleAlert size={12} aria-hidden />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

/** A table whose rows are a tree, as ARIA describes it: rows and cells keep what they are. */
const TREE_GRID = { role: 'treegrid' } as const;

interface RowsProps {
  readonly timeline: Timeline;
  readonly scale: TimeScale;
  readonly collapsed: ReadonlySet<string>;
  readonly onCollapse: (collapsed: ReadonlySet<string>) => void;
}

/** The rows as a tree grid: arrows move, Enter opens the panel of a job. */
function Rows({ timeline: { rows }, scale, collapsed, onCollapse }: RowsProps) {
  const { t } = useLanguage();
  const { search, setSearch } = useRunSearch();
  const grid = useRef<HTMLTableElement>(null);
  const [current, setCurrent] = useState<string>();
  const active = rows.some(({ id }) => id === current) ? current : rows[0]?.id;
  const toggle = (id: string): void => {
    const next = new Set(collapsed);
    if (!next.delete(id)) next.add(id);
    onCollapse(next);
  };
  const open = (row: Row): void => {
    setCurrent(row.id);
    const [job] = row.jobs;
    if (row.kind !== 'job') toggle(row.id);
    else if (job !== undefined) setSearch({ job: search.job === job.id ? undefined : job.id });
  };
  const focusRow = (row: Row | undefined): void => {
    if (row === undefined) return;
    setCurrent(row.id);
    grid.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTableRowElement>): void => {
    const index = rows.findIndex(({ id }) => id === active);
    const row = rows[index];
    if (row === undefined || !(event.target instanceof HTMLElement)) return;
    const bars = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-bar]')];
    const bar = bars.indexOf(event.target);
    // A bar is a button: Enter presses it.
    if (bar >= 0 && event.key === 'Enter') return;
    switch (event.key) {
      case 'ArrowDown':
        focusRow(rows[index + 1]);
        break;
      case 'ArrowUp':
        focusRow(rows[index - 1]);
        break;
      case 'Home':
        focusRow(rows[0]);
        break;
      case 'End':
        focusRow(rows.at(-1));
        break;
      case 'ArrowRight':
        if (row.hasChildren && !row.isExpanded) toggle(row.id);
        else bars[bar + 1]?.focus();
        break;
      case 'ArrowLeft':
        if (bar > 0) bars[bar - 1]?.focus();
        else if (bar === 0) focusRow(row);
        else if (row.hasChildren && row.isExpanded) toggle(row.id);
        else focusRow(rows.find(({ id }) => id === row.parent));
        break;
      case 'Enter':
        open(row);
        break;
      case 'Escape':
        setSearch({ job: undefined });
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  return (
    <table ref={grid} className={styles.table} aria-label={t(runMessages.timeline)} {...TREE_GRID}>
      <tbody>
        {rows.map((row) => (
          <TimelineRow
            key={row.id}
            row={row}
            scale={scale}
            isActive={row.id === active}
            isSelected={row.kind === 'job' && row.jobs[0]?.id === search.job}
            onOpen={() => open(row)}
            onFocus={() => setCurrent(row.id)}
            onKeyDown={press}
          />
        ))}
      </tbody>
    </table>
  );
}

interface TimelineRowProps {
  readonly row: Row;
  readonly scale: TimeScale;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onOpen: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => void;
}

function TimelineRow({ row, scale, isActive, isSelected, onOpen, onFocus, onKeyDown }: TimelineRowProps) {
  const { t } = useLanguage();
  const classes = [styles.row, styles[row.kind], isSelected && styles.selected].filter(Boolean).join(' ');
  return (
    <tr
      data-row={row.id}
      className={classes}
      aria-level={row.level}
      aria-expanded={row.hasChildren ? row.isExpanded : undefined}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      onFocus={onFocus}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      <td className={`${styles.label} ${styles[`level${row.level}`]} ${styles[row.state]}`}>
        <span className={styles.twist} aria-hidden>
          {row.hasChildren && (row.isExpanded ? <ChevronDown size={12} /> : <ChevronRight size={12} />)}
        </span>
        <span className={styles.icon}>
          <StateIcon state={row.state} />
        </span>
        <span className="cut" title={row.name}>
          {row.kind === 'job' && row.jobs[0]?.type === 'prune' ? t(runMessages.deletes({ name: row.name })) : row.name}
        </span>
        <span className="visually-hidden">{t(stateWords(row))}</span>
        <span className={styles.aside}>
          <RowDetail row={row} />
        </span>
      </td>
      <td className={styles.bars}>
        {visibleBars(row, scale).map((bar) => (
          <TimelineBar key={`${bar.kind} ${bar.from} ${bar.attempt ?? ''}`} bar={bar} row={row} scale={scale} />
        ))}
        <RowText row={row} scale={scale} />
      </td>
    </tr>
  );
}

function stateWords({ state, jobs }: Row) {
  const [job] = jobs;
  return job !== undefined && jobs.every(isNotStarted) ? jobState(job) : runStates[state];
}

/** At the end of the label: how much is done, or how often a job was tried. */
function RowDetail({ row }: { readonly row: Row }) {
  const { t } = useLanguage();
  const [job] = row.jobs;
  if (row.kind !== 'job') return `${doneCount(row.jobs)}/${row.jobs.length}`;
  if (job === undefined || job.attempt < 2) return null;
  return t(runMessages.attempt({ number: job.attempt }));
}

function TimelineBar({ bar, row, scale }: { readonly bar: Bar; readonly row: Row; readonly scale: TimeScale }) {
  const label = useBarLabel()(bar, row);
  const left = scale.position(bar.from);
  return (
    <button
      type="button"
      data-bar
      tabIndex={-1}
      className={[styles.bar, styles[`${bar.kind}Bar`], styles[bar.state], bar.isOpen && styles.open]
        .filter(Boolean)
        .join(' ')}
      style={{ left: percent(left), width: percent(scale.position(bar.to) - left) }}
      aria-label={label}
      title={label}
    >
      {bar.kind === 'attempt' && (bar.state === 'failed' || bar.state === 'timeout') && (
        <svg viewBox="0 0 10 10" aria-hidden>
          <path
            d={bar.state === 'failed' ? 'M2.5 2.5l5 5M7.5 2.5l-5 5' : 'M5 1.5v4.5M5 8.5v.01'}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
          />
        </svg>
      )}
    </button>
  );
}

function useBarLabel(): (bar: Bar, row: Row) => string {
  const { t, language } = useLanguage();
  return (bar, row) => {
    const [job] = row.jobs;
    const name = row.kind === 'job' && job !== undefined ? jobName(job) : row.name;
    const duration = formatDuration(bar.to - bar.from, language);
    if (bar.kind === 'waiting') return t(runMessages.barWaiting({ name, duration }));
    if (bar.kind === 'queued') return t(runMessages.barQueued({ name, duration }));
    if (bar.kind === 'backoff') return t(runMessages.barBackoff({ name, duration }));
    const state = bar.state === 'interrupted' ? t(runMessages.interrupted) : t(runStates[bar.state]);
    return bar.attempt === undefined
      ? t(runMessages.barSummary({ name, state, duration }))
      : t(runMessages.barAttempt({ name, attempt: bar.attempt, state, duration }));
  };
}

/** After the last bar: how long it took, or what it waits for. */
function RowText({ row, scale }: { readonly row: Row; readonly scale: TimeScale }) {
  const { t, language } = useLanguage();
  const last = row.bars.at(-1);
  if (last === undefined || last.kind === 'summary') return null;
  const text = ((): string => {
    const asks = row.jobs.some(
      ({ status, approval }) => status === 'running' && approval !== undefined && approval.verdict === undefined,
    );
    if (asks) return t(runMessages.waitsApproval);
    if (row.state === 'skipped') return t(runStates.skipped);
    if (last.kind === 'waiting' || last.kind === 'queued') return '';
    const attempts = row.bars.filter(({ kind, attempt }) => kind === 'attempt' && attempt !== undefined);
    if (attempts.length > 1) return t(runMessages.attemptCount({ count: attempts.length }));
    return last.kind === 'attempt' ? formatDuration(last.to - last.from, language) : '';
  })();
  if (text === '') return null;
  return (
    <span className={styles.text} style={{ left: percent(scale.position(last.to)) }}>
      {text}
    </span>
  );
}
