import { jobState, runStates } from '@kubemin/client';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { StateIcon } from '../../kit/index.ts';
import { formatDuration, useLanguage } from '../../language/index.ts';
import { runMessages } from '../../messages/index.ts';
import { jobName, useRunSearch } from './run-context.tsx';
import type { TimeScale } from './time-scale.ts';
import styles from './timeline.module.css';
import { percent } from './timeline-axis.tsx';
import { type Bar, doneCount, isNotStarted, type Row, type Timeline } from './timeline-layout.ts';

/** Waits of less than this part of the width are left out. */
const VISIBLE = 0.004;

export function visibleBars({ bars }: Row, scale: TimeScale): readonly Bar[] {
  return bars.filter(
    ({ kind, from, to }) =>
      (kind !== 'waiting' && kind !== 'queued') || scale.position(to) - scale.position(from) >= VISIBLE,
  );
}

/** A table whose rows are a tree, as ARIA describes it: rows and cells keep what they are. */
const TREE_GRID = { role: 'treegrid' } as const;

interface RowsProps {
  readonly timeline: Timeline;
  readonly scale: TimeScale;
  readonly collapsed: ReadonlySet<string>;
  readonly onCollapse: (collapsed: ReadonlySet<string>) => void;
  /** Ids of jobs that determined when the run ended; undefined while they are not shown. */
  readonly critical: ReadonlySet<string> | undefined;
}

/** The rows as a tree grid: arrows move, Enter opens the panel of a job. */
export function Rows({ timeline: { rows }, scale, collapsed, onCollapse, critical }: RowsProps) {
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
            isCritical={critical !== undefined && row.jobs.some(({ id }) => critical.has(id))}
            isDimmed={critical !== undefined && row.kind === 'job' && !row.jobs.some(({ id }) => critical.has(id))}
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
  readonly isCritical: boolean;
  readonly isDimmed: boolean;
  readonly onOpen: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => void;
}

function TimelineRow({ row, scale, isActive, isSelected, isCritical, isDimmed, ...on }: TimelineRowProps) {
  const { t } = useLanguage();
  const classes = [
    styles.row,
    styles[row.kind],
    isSelected && styles.selected,
    isCritical && row.kind === 'job' && styles.critical,
    isDimmed && styles.dimmed,
  ];
  return (
    <tr
      data-row={row.id}
      className={classes.filter(Boolean).join(' ')}
      aria-level={row.level}
      aria-expanded={row.hasChildren ? row.isExpanded : undefined}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      onFocus={on.onFocus}
      onClick={on.onOpen}
      onKeyDown={on.onKeyDown}
    >
      <td className={`${styles.label} ${styles[`level${row.level}`]} ${styles[row.state]}`}>
        <PriorityBracket row={row} />
        <span className={styles.twist} aria-hidden>
          {row.hasChildren && (row.isExpanded ? <ChevronDown size={12} /> : <ChevronRight size={12} />)}
        </span>
        <span className={styles.icon}>
          <StateIcon state={row.state} />
        </span>
        <span className="cut" title={row.name}>
          {row.kind === 'job' && row.jobs[0]?.type === 'prune' ? t(runMessages.deletes({ name: row.name })) : row.name}
        </span>
        <span className="visually-hidden">
          {t(stateWords(row))}
          {isCritical && `, ${t(runMessages.onCriticalPath)}`}
        </span>
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

/** Joins the jobs of a component that have the same priority: they are delivered together, before the next priority. */
function PriorityBracket({ row: { priority } }: { readonly row: Row }) {
  const { t } = useLanguage();
  if (priority === undefined) return null;
  const { value, place } = priority;
  const name = t(runMessages.priorityGroup({ priority: value }));
  return (
    <span className={`${styles.bracket} ${styles[place]}`} title={name}>
      {(place === 'first' || place === 'only') && (
        <>
          <span aria-hidden>{value}</span>
          <span className="visually-hidden">{name}</span>
        </>
      )}
    </span>
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
