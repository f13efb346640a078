import { toError } from '@kubemin/base';
import { objectKey, type RenderedObject } from '@kubemin/render';
import { REMOVE_CREATED, RESTORE } from '../job-types/undo.ts';
import { jobsOfStage, type ObjectJob, type Stage } from '../plan/plan.ts';
import { PLAIN_FLOW } from '../plan/step-flow.ts';
import { isJobFinished } from '../state/job-state.ts';
import { type JobRunOptions, runJob } from './job-run.ts';

/** What undoing a failed stage takes. */
export interface UndoOptions extends JobRunOptions {
  readonly signal: AbortSignal;
  /** What the last run that completed had delivered. */
  readonly previous: () => Promise<readonly RenderedObject[]>;
}

/**
 * Does for a failed stage what its `onFailure` says, one object after the other, the last delivered first. Each is a job
 * of its own, so it is seen, retried and taken up again after a crash. False when the task was interrupted meanwhile.
 */
export async function undoStage(options: UndoOptions, stage: Stage): Promise<boolean> {
  const { dependencies, owner, book, signal } = options;
  const mode = stage.flow.onFailure ?? dependencies.settings.onFailure;
  if (mode === 'keep') return true;
  const touched = jobsOfStage(stage).flatMap((planned) => {
    const begun = (book.row(planned.key)?.job.attempt ?? 0) > 0;
    return planned.kind === 'object' && begun ? [planned] : [];
  });
  const before = mode === 'rollback' ? await previousByKey(options) : new Map<string, RenderedObject>();
  const jobs = touched.toReversed().map((planned) => undoOf(planned, before));
  const rows = await dependencies.tasks.extend(owner, jobs);
  if (rows === undefined) return false;
  book.add(rows);
  for (const row of rows) {
    if (isJobFinished(row.job.status)) continue;
    const end = await runJob(options, row, signal);
    if (end.status === 'interrupted') return false;
  }
  return true;
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

function undoOf(planned: ObjectJob, before: ReadonlyMap<string, RenderedObject>): ObjectJob {
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
