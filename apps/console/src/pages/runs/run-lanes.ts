import type { Job, JobStatus, TaskStatus } from '@kubemin/client';
import { type JsonObject, readComponents, readLanes } from '../../draft/index.ts';
import { markKeptJobs, type RunHistory } from './run-history.ts';
import { doneCount, groupState } from './timeline-layout.ts';

/** A component of the run, or a job that belongs to none, with what became of it. */
export interface RunCard {
  readonly id: string;
  readonly name: string;
  /** Of a component; '' for a job without one. */
  readonly type: string;
  readonly image: string;
  readonly state: TaskStatus | JobStatus;
  readonly jobs: readonly Job[];
  /** When its first job began, while it runs. */
  readonly runningSince: string | undefined;
}

/** One step of the run. */
export interface RunLane {
  readonly id: string;
  /** '' for the only step of a document without a workflow. */
  readonly name: string;
  readonly isSequential: boolean;
  readonly state: TaskStatus | JobStatus;
  /** Cards whose jobs are all done. */
  readonly done: number;
  readonly cards: readonly RunCard[];
}

interface RunLanesInput {
  /** Of the revision that the run delivers; undefined while it is not known. */
  readonly document: JsonObject | undefined;
  readonly jobs: readonly Job[];
  readonly history: RunHistory;
}

/** Arranges a run as the canvas shows its document: steps in order, then what the platform itself added. */
export function layoutRunLanes({ document = {}, jobs, history }: RunLanesInput): readonly RunLane[] {
  const shown = markKeptJobs(jobs, history);
  const components = new Map(readComponents(document).map((each) => [each.name, each]));
  const left = new Set(shown);
  const take = (isWanted: (job: Job) => boolean): readonly Job[] => {
    const taken = [...left].filter(isWanted);
    for (const job of taken) left.delete(job);
    return taken;
  };
  const card = (name: string, own: readonly Job[]): RunCard => {
    const { type = '', value = {} } = components.get(name) ?? {};
    return {
      ...toCard(`component:${name}`, name, own),
      type,
      image: typeof value.image === 'string' ? value.image : '',
    };
  };
  const planned = readLanes(document)
    .filter(({ kind }) => kind !== 'unscheduled')
    .map((lane): RunLane => {
      const name = lane.kind === 'step' ? lane.step.name : lane.kind === 'derived' ? lane.name : '';
      const mode = lane.kind === 'step' ? lane.step.mode : lane.kind === 'derived' ? lane.mode : 'DAG';
      const cards = [
        ...lane.components.map((each) =>
          card(
            each,
            take((job) => job.component === each && job.type !== 'prune'),
          ),
        ),
        ...take((job) => name !== '' && job.step === name && job.component === '').map(jobCard),
      ];
      return toLane({ id: lane.id, name, isSequential: mode === 'StepByStep', cards });
    })
    .filter(({ cards }) => cards.length > 0);
  // Operations, and what is deleted because the document no longer has it, have steps of their own.
  const others = Map.groupBy(left, ({ stepIndex, step }) => `${stepIndex}/${step}`);
  return [
    ...planned,
    ...[...others].map(([id, own]) =>
      toLane({ id: `other:${id}`, name: own[0]?.step ?? '', isSequential: true, cards: own.map(jobCard) }),
    ),
  ];
}

function jobCard(job: Job): RunCard {
  const { id, component, objectKind, objectName, step } = job;
  const object = objectKind === '' ? objectName || step : `${objectKind} ${objectName}`;
  return toCard(`job:${id}`, component === '' ? object : `${component} ${objectKind}`.trim(), [job]);
}

function toCard(id: string, name: string, jobs: readonly Job[]): RunCard {
  const state = jobs.length === 0 ? 'waiting' : groupState(jobs);
  const starts = jobs.flatMap(({ startedAt }) => startedAt ?? []).toSorted();
  return { id, name, type: '', image: '', state, jobs, runningSince: state === 'running' ? starts[0] : undefined };
}

function toLane(lane: Pick<RunLane, 'id' | 'name' | 'isSequential' | 'cards'>): RunLane {
  const jobs = lane.cards.flatMap((each) => each.jobs);
  const done = lane.cards.filter((each) => each.jobs.length > 0 && doneCount(each.jobs) === each.jobs.length).length;
  return { ...lane, done, state: jobs.length === 0 ? 'waiting' : groupState(jobs) };
}

/** The lane that is looked at while the run is followed: the first that is not done, or the last. */
export function activeLane(lanes: readonly RunLane[]): RunLane | undefined {
  return lanes.find(({ done, cards }) => done < cards.length) ?? lanes.at(-1);
}
