import type { RunEvent } from '../../task/run-event.ts';
import {
  isJobFinished,
  isTaskFinished,
  JOB_TRANSITIONS,
  TASK_TRANSITIONS,
  type TaskStatus,
} from '../../task/states.ts';
import type { Task } from '../../task/task.ts';
import type { Proof, ProvenRun } from './proof.ts';

/** Finds what is wrong, one line for each. */
export type Check = (proof: Proof) => readonly string[];

/** What must be true of every proof, by the sentence that states it. */
export const CHECKS: Readonly<Record<string, Check>> = {
  'every run has exactly one stored end, and it is the right one': ({ runs }) =>
    runs.flatMap((run) => {
      const ends = taskEvents(run).filter(({ task }) => isTaskFinished(task.status));
      if (ends.length !== 1) return [`${runName(run)} has ${ends.length} ends`];
      return ends.flatMap(({ task }) => wrongEnd(run, task));
    }),

  'no instance exits unexpectedly, whatever is unavailable': ({ exitedUnexpectedly }) => exitedUnexpectedly,

  'every stored transition is one of the diagram, and the events of a run have no gap': ({ runs }) =>
    runs.flatMap((run) => [...wrongTaskMoves(run), ...wrongJobMoves(run), ...gaps(run)]),

  'nothing is stuck: no job of an ended run is unfinished': ({ runs }) =>
    runs.flatMap((run) => {
      const last = new Map(jobEvents(run).map(({ job }) => [job.id, job]));
      return [...last.values()]
        .filter(({ status }) => !isJobFinished(status))
        .map((job) => `${runName(run)}: job ${job.objectName} is ${job.status}`);
    }),

  'no object is written after the end of its run is stored, be it cancelled or another': ({ runs, writes }) =>
    runs.flatMap((run) => {
      const end = taskEvents(run).find(({ task }) => isTaskFinished(task.status));
      return writes
        .filter(({ run: mark, at }) => mark === run.planned.mark && at > (end?.time ?? 0))
        .map(
          ({ object, at }) => `${runName(run)} wrote ${object} ${at - (end?.time ?? 0)} ms after ${end?.task.status}`,
        );
    }),

  'objects are deleted only while a run of their application is running': ({ runs, writes }) =>
    writes
      .filter(({ verb }) => verb === 'delete')
      .filter(({ object, at }) => !runs.some((run) => owns(run, object) && isClaimedAt(run, at)))
      .map(({ object, at }) => `${object} was deleted at ${at}, when no run of its application was under way`),

  'no object job is applied twice, be it by two instances': ({ runs, writes }) =>
    runs.flatMap((run) => {
      const own = writes.filter(({ run: mark, changed }) => mark === run.planned.mark && changed);
      const twice = own.filter(({ object }, index) => own.findIndex((other) => other.object === object) !== index);
      return twice.map(({ object, by }) => `${runName(run)}: ${object} was changed again by ${by}`);
    }),

  'a job that is stored as finished is not done again': ({ runs, writes }) =>
    runs.flatMap((run) =>
      jobEvents(run)
        .filter(({ job }) => isJobFinished(job.status))
        .flatMap(({ job, time }) =>
          writes
            .filter(({ run: mark, at }) => mark === run.planned.mark && at > time)
            .filter(({ object }) => object === `${job.objectKind}/${job.objectName}`)
            .map(({ object }) => `${runName(run)}: ${object} was written after its job had ${job.status}`),
        ),
    ),

  'no application has two runs under way at a time': ({ runs }) => {
    const stretches = runs.flatMap((run) => claimPeriods(run, 'running').map((stretch) => ({ run, ...stretch })));
    return stretches.flatMap((one) =>
      stretches
        .filter((other) => other !== one && other.run.planned.appId === one.run.planned.appId)
        .filter((other) => one.from < other.to && other.from < one.to && one.from <= other.from)
        .map((other) => `${runName(one.run)} and ${runName(other.run)} were under way at ${other.from}`),
    );
  },

  'a completed run delivered all its objects, and no run delivered what it never reached': ({ runs, writes }) => {
    const written = new Set(writes.map(({ run, object }) => `${run} ${object}`));
    return runs.flatMap((run) => {
      const { mark, delivered, unreached } = run.planned;
      const status = taskEvents(run).at(-1)?.task.status;
      const missing =
        status === run.planned.expected ? delivered.filter((each) => !written.has(`${mark} ${each}`)) : [];
      return [
        ...missing.map((object) => `${runName(run)} is ${status} without ${object}`),
        ...unreached
          .filter((object) => written.has(`${mark} ${object}`))
          .map((object) => `${runName(run)} wrote ${object}, which comes after the step that ended it`),
      ];
    });
  },
};

function wrongEnd(run: ProvenRun, { status, error }: Task): readonly string[] {
  const right = run.cancel === 'cancelled' ? 'cancelled' : run.planned.expected;
  return status === right ? [] : [`${runName(run)} ended ${status} (${error ?? ''}) and not ${right}`];
}

function wrongTaskMoves(run: ProvenRun): readonly string[] {
  const states = taskEvents(run).map(({ task }) => task.status);
  return wrongMoves(states, TASK_TRANSITIONS, 'waiting').map((move) => `${runName(run)}: ${move}`);
}

function wrongJobMoves(run: ProvenRun): readonly string[] {
  const ids = new Set(jobEvents(run).map(({ job }) => job.id));
  return [...ids].flatMap((id) => {
    const states = jobEvents(run)
      .filter(({ job }) => job.id === id)
      .map(({ job }) => job.status);
    // Jobs also report what they are doing, which is no transition.
    const moves = states.filter((status, index) => status !== states[index - 1] || isJobFinished(status));
    return wrongMoves(moves, JOB_TRANSITIONS, 'queued').map((move) => `${runName(run)}, job ${id}: ${move}`);
  });
}

function wrongMoves<S extends string>(
  states: readonly S[],
  table: Readonly<Record<S, readonly S[]>>,
  first: S,
): readonly string[] {
  return states.flatMap((to, index) => {
    const from = states[index - 1];
    const allowed = from === undefined ? to === first : table[from].includes(to);
    return allowed ? [] : [`${from ?? 'nothing'} → ${to}`];
  });
}

function gaps(run: ProvenRun): readonly string[] {
  return run.events
    .filter(({ sequence }, index) => sequence !== index + 1)
    .map(({ sequence }) => `${runName(run)}: event ${sequence} is out of order`);
}

/**
 * From a state to when the run is not claimed any more. A claim is stamped when it is requested, which may be a moment before
 * the run ahead of it has ended; nothing is done for a run before it is running, which is stamped when it has been claimed.
 */
function claimPeriods(
  run: ProvenRun,
  state: 'queued' | 'running',
): readonly { readonly from: number; readonly to: number }[] {
  const events = taskEvents(run);
  return events.flatMap(({ task, time }, index) => {
    if (task.status !== state) return [];
    const given = events.slice(index + 1).find((later) => !isClaimed(later.task.status));
    return [{ from: time, to: given?.time ?? Number.POSITIVE_INFINITY }];
  });
}

function isClaimed(status: TaskStatus): boolean {
  return status === 'queued' || status === 'running';
}

function isClaimedAt(run: ProvenRun, moment: number): boolean {
  return claimPeriods(run, 'queued').some(({ from, to }) => from <= moment && moment <= to);
}

/** Objects are called after their application. */
function owns(run: ProvenRun, object: string): boolean {
  return object.split('/')[1]?.startsWith(`${run.planned.appId}-`) ?? false;
}

function taskEvents({ events }: ProvenRun): readonly Extract<RunEvent, { kind: 'task' }>[] {
  return events.filter((event) => event.kind === 'task');
}

function jobEvents({ events }: ProvenRun): readonly Extract<RunEvent, { kind: 'job' }>[] {
  return events.filter((event) => event.kind === 'job');
}

function runName({ planned, taskId }: ProvenRun): string {
  return `${planned.mark} (task ${taskId} of ${planned.appId})`;
}
