import type { Queue, WorkerList } from '@kubemin/client';
import { columnMessages, queueMessages, runKindMessages } from '../messages/index.ts';
import { formatDuration, formatTable, type Style, type Translate } from '../terminal/index.ts';

/** What waits, and who works. */
export interface QueueState extends Queue, WorkerList {}

export interface QueueTextOptions {
  readonly style: Style;
  readonly translate: Translate;
  /** Columns of the terminal. @default as many as it takes */
  readonly width?: number | undefined;
}

/** The queue for people: what waits and why, then the workers. */
export function queueText(
  { waiting, tasks, workers }: QueueState,
  { style, translate, width }: QueueTextOptions,
): string {
  const reasons = {
    capacity: translate(queueMessages.capacity),
    worker: translate(queueMessages.noWorker),
    starting: translate(queueMessages.starting),
  };
  const queue = formatTable(
    [
      translate(columnMessages.position),
      translate(columnMessages.run),
      translate(columnMessages.application),
      translate(columnMessages.kind),
      translate(columnMessages.age),
      translate(columnMessages.by),
      translate(columnMessages.reason),
    ],
    tasks.map(({ position, number, appName, kind, ageMs, creator = '', reason, waitingForNumber = 0 }) => [
      String(position),
      String(number),
      appName,
      translate(runKindMessages[kind]),
      formatDuration(ageMs),
      creator,
      reason === 'application' ? translate(queueMessages.application({ run: waitingForNumber })) : reasons[reason],
    ]),
    width,
  );
  const hidden = waiting - tasks.length;
  const more = hidden > 0 ? `${translate(queueMessages.more({ count: hidden }))}\n` : '';
  const working = formatTable(
    [
      translate(columnMessages.worker),
      translate(columnMessages.state),
      translate(columnMessages.runs),
      translate(columnMessages.heartbeat),
    ],
    workers.map(({ id, alive, leads, inFlight, heartbeatAgeMs }) => [
      id,
      alive
        ? [translate(queueMessages.alive), ...(leads ? [translate(queueMessages.leads)] : [])].join(
            translate(queueMessages.comma),
          )
        : style.red(translate(queueMessages.lost)),
      String(inFlight),
      formatDuration(heartbeatAgeMs),
    ]),
    width,
  );
  return `${tasks.length === 0 ? `${translate(queueMessages.nothingWaits)}\n` : `${queue}${more}`}\n${working}`;
}
