import { isTerminal, type Job, runStates } from '@kubemin/client';
import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button, IconButton, Segments, Switch, useHotkeys, useNow } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runMessages } from '../../messages/index.ts';
import { findCriticalPath } from './critical-path.ts';
import { JobPanel } from './job-panel.tsx';
import { JobTable, NoJobs } from './jobs-tab.tsx';
import { useRun, useRunSearch } from './run-context.tsx';
import body from './run-page.module.css';
import { createTimeScale } from './time-scale.ts';
import styles from './timeline.module.css';
import { Axis, Grid, MarkList, Overlay, type ScaledProps } from './timeline-axis.tsx';
import { type Bar, layoutTimeline } from './timeline-layout.ts';
import { Rows, visibleBars } from './timeline-rows.tsx';

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
  const [isCritical, setCritical] = useState(false);
  const critical = useMemo(() => (isCritical ? findCriticalPath(run.jobs, to) : undefined), [isCritical, run.jobs, to]);
  const { zoom, frame, buttons } = useZoom();
  const groups = componentIds(run.jobs);
  const isCollapsed = groups.length > 0 && groups.every((id) => collapsed.has(id));
  return (
    <div className={styles.timeline}>
      <div className={styles.tools}>
        <Legend timeline={timeline} scale={scale} />
        <span className="grow" />
        <span className={styles.switch}>
          {t(runMessages.criticalPath)}
          <Switch label={t(runMessages.criticalPath)} checked={isCritical} onChange={setCritical} />
        </span>
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
        {buttons}
        {view}
      </div>
      <MarkList marks={timeline.marks} />
      <div ref={frame} className={styles.frame}>
        <div
          className={styles.inner}
          style={{ width: `calc(var(--labels) + (100% - var(--labels)) * ${zoom})` }}
          data-zoom={zoom}
        >
          <div className={styles.corner} />
          <Axis scale={scale} timeline={timeline} isOver={isOver} zoom={zoom} />
          <div className={styles.chart}>
            <Grid scale={scale} zoom={zoom} />
            <Rows
              timeline={timeline}
              scale={scale}
              collapsed={collapsed}
              onCollapse={setCollapsed}
              critical={critical}
            />
            <Overlay scale={scale} timeline={timeline} isOver={isOver} />
          </div>
        </div>
      </div>
    </div>
  );
}

const ZOOMS = [1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24] as const;

/** Enlarges the time axis by buttons and keys. The middle of what is in view stays where it is. */
function useZoom() {
  const { t } = useLanguage();
  const [level, setLevel] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const middle = useRef(0.5);
  const zoom = ZOOMS[level] ?? 1;
  const set = (next: number): void => {
    const element = frame.current;
    if (element !== null)
      middle.current = (element.scrollLeft + element.clientWidth / 2) / Math.max(1, element.scrollWidth);
    setLevel(Math.min(ZOOMS.length - 1, Math.max(0, next)));
  };
  useLayoutEffect(() => {
    const element = frame.current;
    if (element !== null && zoom > 0)
      element.scrollLeft = middle.current * element.scrollWidth - element.clientWidth / 2;
  }, [zoom]);
  const wider = (): void => set(level + 1);
  const fit = (): void => set(0);
  useHotkeys({ '+': wider, '=': wider, '-': () => set(level - 1), '1': fit });
  const buttons = (
    <span className={styles.zoom}>
      <IconButton small label={t(runMessages.zoomOut)} onClick={() => set(level - 1)}>
        <ZoomOut size={14} aria-hidden />
      </IconButton>
      <IconButton small label={t(runMessages.zoomIn)} onClick={wider}>
        <ZoomIn size={14} aria-hidden />
      </IconButton>
      <IconButton small label={t(runMessages.zoomFit)} onClick={fit}>
        <Maximize2 size={14} aria-hidden />
      </IconButton>
    </span>
  );
  return { zoom, frame, buttons };
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
