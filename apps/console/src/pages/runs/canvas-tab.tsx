import { type Job, runStates } from '@kubemin/client';
import { useQuery } from '@tanstack/react-query';
import { LocateFixed } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type BoardLane,
  Button,
  Duration,
  ErrorPanel,
  LaneBoard,
  LaneCard,
  Skeleton,
  StateChip,
  StateIcon,
} from '../../kit/index.ts';
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
  const toBoardLane = (lane: RunLane, isActive: boolean): BoardLane => {
    const { id, name, isSequential, cards, done } = lane;
    const title = name === '' ? t(runMessages.onlyStep) : name;
    return {
      ...{ id, title, isSequential, isActive, isDone: done === cards.length },
      label: `${title}, ${t(runStates[lane.state])}, ${t(runMessages.doneOf({ done, all: cards.length }))}`,
      progress: `${done}/${cards.length}`,
      cards: cards.map((card) => ({ id: card.id, content: <CardView card={card} /> })),
    };
  };
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
        <LaneBoard
          ref={area}
          label={t(runMessages.canvas)}
          lanes={lanes.map((lane) => toBoardLane(lane, lane.id === active))}
          onWheel={stop}
          onPointerDown={stop}
          onKeyDown={(event) => {
            if (event.key.startsWith('Arrow') || event.key.startsWith('Page')) stop();
          }}
        />
      </div>
      {job !== undefined && <JobPanel job={job} />}
    </div>
  );
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

function CardView({ card }: { readonly card: RunCard }) {
  const { t } = useLanguage();
  const { name, type, image, state, jobs, runningSince } = card;
  return (
    <LaneCard {...{ name, type, image, state }} className={styles[state]} label={`${name}, ${t(runStates[state])}`}>
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
    </LaneCard>
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
