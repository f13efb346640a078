import { type Job, runStates } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, LocateFixed } from 'lucide-react';
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { Button, Duration, ErrorPanel, Skeleton, StateChip, StateIcon } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { runMessages } from '../../messages/index.ts';
import { storedDocumentQuery, usePlatform } from '../../platform/index.ts';
import styles from './canvas-tab.module.css';
import { JobPanel } from './job-panel.tsx';
import { jobName, useRun, useRunSearch } from './run-context.tsx';
import { activeLane, layoutRunLanes, type RunCard, type RunLane } from './run-lanes.ts';
import timeline from './timeline.module.css';
import { shownState } from './timeline-layout.ts';

/** The revision of the run on the lanes of its canvas, read-only, with the state of each component. */
export function CanvasTab() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { run, history } = useRun();
  const { search } = useRunSearch();
  const { appId, revision } = run;
  const query = useQuery(storedDocumentQuery(client, appId, revision));
  const lanes = useMemo(
    () => layoutRunLanes({ document: query.data?.document, jobs: run.jobs, history }),
    [query.data, run.jobs, history],
  );
  const active = activeLane(lanes)?.id;
  const { area, isFollowing, follow, stop } = useFollow(active);
  const job = run.jobs.find(({ id }) => id === search.job);
  return (
    <div className={timeline.runBody}>
      <div className={styles.canvas}>
        <div className={styles.tools}>
          <span className="small secondary">{t(runMessages.canvasHelp({ revision }))}</span>
          <span className="grow" />
          <Button
            size="small"
            aria-pressed={isFollowing}
            kind={isFollowing ? 'accent' : 'default'}
            icon={<LocateFixed size={14} aria-hidden />}
            onClick={isFollowing ? stop : follow}
          >
            {t(runMessages.follow)}
          </Button>
        </div>
        {query.isPending && <Skeleton rows={6} />}
        {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
        <ol
          ref={area}
          className={styles.lanes}
          aria-label={t(runMessages.canvas)}
          onWheel={stop}
          onPointerDown={stop}
          onKeyDown={(event) => {
            if (event.key.startsWith('Arrow') || event.key.startsWith('Page')) stop();
          }}
        >
          {lanes.map((lane, index) => (
            <Fragment key={lane.id}>
              {index > 0 && <LaneArrow isFull={isDone(lanes[index - 1])} />}
              <LaneView lane={lane} isActive={lane.id === active} />
            </Fragment>
          ))}
        </ol>
      </div>
      {job !== undefined && <JobPanel job={job} />}
    </div>
  );
}

function isDone(lane: RunLane | undefined): boolean {
  return lane !== undefined && lane.done === lane.cards.length;
}

/** Keeps the active lane in view until the user moves the canvas. */
function useFollow(active: string | undefined) {
  const area = useRef<HTMLOListElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  useEffect(() => {
    if (!isFollowing || active === undefined) return;
    const lane = area.current?.querySelector(`[data-lane="${CSS.escape(active)}"]`);
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    lane?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'nearest', inline: 'center' });
  }, [isFollowing, active]);
  return { area, isFollowing, follow: () => setFollowing(true), stop: () => setFollowing(false) };
}

/** Between two lanes; it fills when the lane before it is complete. */
function LaneArrow({ isFull }: { readonly isFull: boolean }) {
  return (
    <li className={[styles.arrow, isFull && styles.full].filter(Boolean).join(' ')} aria-hidden>
      <svg viewBox="0 0 24 12" width="24" height="12" aria-hidden>
        <path d="M0 6h16" stroke="currentColor" strokeWidth="2" fill="none" />
        <path d="M14 1l8 5-8 5z" stroke="currentColor" strokeWidth="1.5" fill={isFull ? 'currentColor' : 'none'} />
      </svg>
    </li>
  );
}

function LaneView({ lane, isActive }: { readonly lane: RunLane; readonly isActive: boolean }) {
  const { t } = useLanguage();
  const { name, isSequential, cards, done } = lane;
  const title = name === '' ? t(runMessages.onlyStep) : name;
  return (
    <li
      data-lane={lane.id}
      className={[styles.lane, isActive && styles.active].filter(Boolean).join(' ')}
      aria-current={isActive ? 'step' : undefined}
      aria-label={`${title}, ${t(runStates[lane.state])}, ${t(runMessages.doneOf({ done, all: cards.length }))}`}
    >
      <div className={styles.laneHead}>
        <h2 className="heading grow cut">{title}</h2>
        <span className="small secondary">{t(isSequential ? runMessages.sequential : runMessages.parallel)}</span>
        <span className={styles.progress}>
          {done}/{cards.length}
        </span>
      </div>
      <ol className={styles.cards}>
        {cards.map((card, index) => (
          <li key={card.id}>
            {isSequential && index > 0 && (
              <span className={styles.then} aria-hidden>
                <ArrowDown size={14} />
              </span>
            )}
            <CardView card={card} />
          </li>
        ))}
      </ol>
    </li>
  );
}

function CardView({ card }: { readonly card: RunCard }) {
  const { t } = useLanguage();
  const { name, type, image, state, jobs, runningSince } = card;
  return (
    <article
      className={`${styles.card} ${styles[state]}`}
      aria-label={`${name}, ${t(runStates[state])}`}
      data-state={state}
    >
      <div className="row">
        <span className="medium grow cut" title={name}>
          {name}
        </span>
        {type !== '' && <span className="small hint">{type}</span>}
      </div>
      {image !== '' && <span className={`${styles.image} cut`}>{image}</span>}
      <div className="wrap">
        <StateChip state={state} />
        {runningSince !== undefined && (
          <span className="small secondary">
            <Duration from={runningSince} />
          </span>
        )}
      </div>
      <div className={styles.pips}>
        {jobs.map((job) => (
          <Pip key={job.id} job={job} />
        ))}
      </div>
    </article>
  );
}

/** One job: its shape by its state; it opens the panel of the job. */
function Pip({ job }: { readonly job: Job }) {
  const { t } = useLanguage();
  const { search, setSearch } = useRunSearch();
  const state = shownState(job);
  const label = `${jobName(job)}: ${t(runStates[state])}`;
  const isOpen = search.job === job.id;
  return (
    <button
      type="button"
      className={`${styles.pip} ${styles[state]}`}
      aria-label={label}
      aria-pressed={isOpen}
      title={label}
      onClick={() => setSearch({ job: isOpen ? undefined : job.id })}
    >
      <StateIcon state={state} />
      {job.objectKind === '' ? job.type : job.objectKind}
    </button>
  );
}
