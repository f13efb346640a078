import type { Queue, WorkerList } from '@kubemin/client';
import type { Language } from '../language/language.ts';
import { columnWords } from '../language/words/column.ts';
import { queueWords } from '../language/words/run.ts';
import { runKindWords } from '../language/words/run-kind.ts';
import { formatTable } from '../output/table.ts';
import { formatDuration } from '../terminal/duration.ts';
import type { Style } from '../terminal/style.ts';

/** What waits, and who works. */
export interface QueueState extends Queue, WorkerList {}

export interface QueueTextOptions {
  readonly style: Style;
  readonly language: Language;
  /** Columns of the terminal. @default as many as it takes */
  readonly width?: number | undefined;
}

/** The queue for people: what waits and why, then the workers. */
export function queueText(
  { waiting, tasks, workers }: QueueState,
  { style, language, width }: QueueTextOptions,
): string {
  const say = queueWords[language];
  const title = columnWords[language];
  const reasons = { capacity: say.capacity, worker: say.noWorker, starting: say.starting };
  const queue = formatTable(
    [title.position, title.run, title.application, title.kind, title.age, title.by, title.reason],
    tasks.map(({ position, number, appName, kind, ageMs, creator = '', reason, waitingForNumber = 0 }) => [
      String(position),
      String(number),
      appName,
      runKindWords[language][kind],
      formatDuration(ageMs),
      creator,
      reason === 'application' ? say.application(waitingForNumber) : reasons[reason],
    ]),
    width,
  );
  const hidden = waiting - tasks.length;
  const more = hidden > 0 ? `${say.more(hidden)}\n` : '';
  const working = formatTable(
    [title.worker, title.state, title.runs, title.heartbeat],
    workers.map(({ id, alive, leads, inFlight, heartbeatAgeMs }) => [
      id,
      alive ? [say.alive, ...(leads ? [say.leads] : [])].join(say.comma) : style.red(say.lost),
      String(inFlight),
      formatDuration(heartbeatAgeMs),
    ]),
    width,
  );
  return `${tasks.length === 0 ? `${say.nothingWaits}\n` : `${queue}${more}`}\n${working}`;
}
