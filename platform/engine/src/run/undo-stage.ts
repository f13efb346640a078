import { toError } from '@kubemin/base';
import type { OnFailure } from '@kubemin/model';
import { objectKey, type RenderedObject } from '@kubemin/render';
import { REMOVE_CREATED, RESTORE } from '../steps/index.ts';
import {
  allExecutions,
  isJobFinished,
  isJobSuccessful,
  type ObjectJob,
  PLAIN_FLOW,
  type PlannedJob,
  type Stage,
  stageJobs,
} from '../task/index.ts';
import { type JobRunOptions, runJob } from './job-run.ts';

/** What undoing a failed stage takes. */
export interface UndoOptions extends JobRunOptions {
  readonly signal: AbortSignal;
  /** What the last run that completed had delivered. */
  readonly previous: () => Promise<readonly RenderedObject[]>;
}

/**
 * Does for a failed stage what its `onFailure` states, one object after the other, the last delivered first. Each is a job
 * of its own, so it is visible, retried and resumed after a crash. False when the task was interrupted meanwhile.
 */
export async function undoStage(options: UndoOptions, stage: Stage): Promise<boolean> {
  const { dependencies, store, stepResults, signal } = options;
  const mode = stage.flow.onFailure ?? dependencies.settings.onFailure;
  const aborts = allExecutions({ stages: [stage] }).flatMap(({ abort }) =>
    abort !== undefined && isRolledBack(options, stage, abort.component, mode) ? [abort] : [],
  );
  const aborted = new Set(aborts.map(({ component }) => component));
  const touched = stageJobs(stage).flatMap((planned) =>
    planned.kind === 'object' && hasBegun(options, planned) && !aborted.has(planned.component) ? [planned] : [],
  );
  const before = mode === 'rollback' ? await previousByKey(options) : new Map<string, RenderedObject>();
  const undone = mode === 'keep' ? [] : touched.toReversed().map((planned) => toUndoJob(planned, before));
  const jobs = [...aborts.flatMap((abort) => abort.jobs), ...undone];
  if (jobs.length === 0) return true;
  const rows = await store.extend(jobs);
  if (rows === undefined) return false;
  stepResults.add(rows);
  for (const row of rows) {
    if (isJobFinished(row.job.status)) continue;
    const end = await runJob(options, row, signal);
    if (end.status === 'interrupted') return false;
  }
  return true;
}

/** An update in phases that has not completed is always rolled back; one that has, only if `onFailure` is a rollback. */
function isRolledBack(options: UndoOptions, stage: Stage, component: string, mode: OnFailure): boolean {
  const own = stageJobs(stage).filter((planned) => planned.component === component);
  const through = own.every(({ key }) => isJobSuccessful(options.stepResults.row(key)?.job.status ?? 'queued'));
  return own.some((planned) => hasBegun(options, planned)) && (!through || mode === 'rollback');
}

function hasBegun({ stepResults }: UndoOptions, { key }: PlannedJob): boolean {
  return (stepResults.row(key)?.job.attempt ?? 0) > 0;
}

async function previousByKey(options: UndoOptions): Promise<ReadonlyMap<string, RenderedObject>> {
  try {
    const rendered = await options.previous();
    return new Map(rendered.map((each) => [objectKey(each.object), each]));
  } catch (thrown) {
    options.logger.error('what was delivered before cannot be read, so it is not restored', { error: toError(thrown) });
    return new Map();
  }
}

function toUndoJob(planned: ObjectJob, before: ReadonlyMap<string, RenderedObject>): ObjectJob {
  const key = objectKey(planned.rendered.object);
  const previous = before.get(key);
  return {
    ...planned,
    key: `undo/${key}`,
    type: previous === undefined ? REMOVE_CREATED : RESTORE,
    priority: 20,
    flow: PLAIN_FLOW,
    rendered: previous ?? planned.rendered,
  };
}
