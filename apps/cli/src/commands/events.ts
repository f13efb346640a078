import {
  type Application,
  type LiveEvent,
  type PlatformClient,
  PlatformError,
  type Task,
  type Topic,
} from '@kubemin/client';
import { connect, findApplication } from '../connection/index.ts';
import { columnMessages, eventMessages } from '../messages/index.ts';
import { callbackRows, type EventRow, endRows, eventRow, localTime, runRows } from '../runs/index.ts';
import { type CommandContext, ExitCode, padDisplay, printList, type Translate } from '../terminal/index.ts';

export interface EventsOptions {
  readonly app: string | undefined;
  readonly watch: boolean;
  /** @default 20 */
  readonly limit: number | undefined;
}

/** Prints past events, or follows new ones until interrupted. */
export async function events(context: CommandContext, { app, watch, limit = 20 }: EventsOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const application = app === undefined ? undefined : await findApplication(client, app);
  if (!watch) return printPastEvents(context, await pastRows(context, client, { application, limit }));
  const topics: readonly Topic[] =
    application === undefined ? [{ kind: 'applications' }, { kind: 'runs' }] : [{ kind: 'app', id: application.id }];
  for await (const { event } of client.followEvents({ topics, signal: context.interrupted }))
    printEvent(context, event);
  return ExitCode.interrupted;
}

interface Past {
  readonly application: Application | undefined;
  readonly limit: number;
}

async function pastRows(
  { translate }: CommandContext,
  client: PlatformClient,
  { application, limit }: Past,
): Promise<readonly EventRow[]> {
  const { tasks } = await client.listRuns({ limit, ...(application !== undefined && { appId: application.id }) });
  // Without an application, those whose runs are shown.
  const appIds = application === undefined ? [...new Set(tasks.map(({ appId }) => appId))] : [application.id];
  const [pods, jobs] = await Promise.all([
    Promise.all(appIds.map((id) => podRows(client, id))),
    Promise.all(tasks.map((task) => jobRows(client, task, translate))),
  ]);
  // Jobs before the end of their run, where both have one time.
  const placed = pods.flat().map((row) => ({ ...row, time: afterStart(row.time, tasks) }));
  const rows = [...tasks.flatMap((task) => runRows(task, translate)), ...placed, ...jobs.flat()];
  return [...rows, ...tasks.flatMap((task) => endRows(task, translate))].sort((a, b) =>
    a.time < b.time ? -1 : a.time > b.time ? 1 : 0,
  );
}

/** Clusters record whole seconds: of a run that began within that second, what happened to pods came after its start. */
function afterStart(time: string, tasks: readonly Task[]): string {
  if (!time.endsWith('.000Z')) return time;
  const second = time.slice(0, -'000Z'.length);
  const starts = tasks.flatMap(({ startedAt = '' }) => (startedAt.startsWith(second) ? [startedAt] : []));
  return starts.toSorted().at(0) ?? time;
}

async function jobRows(
  client: PlatformClient,
  { id, number }: Task,
  translate: Translate,
): Promise<readonly EventRow[]> {
  const status = await client.taskStatus(id);
  const rows = status.jobs.flatMap((job) => {
    const time = job.endedAt ?? job.startedAt;
    const event = { kind: 'job', taskId: id, number, sequence: 0, time: time ?? '', job } as const;
    return time === undefined ? [] : (eventRow(event, translate) ?? []);
  });
  return [...rows, ...callbackRows(status, translate)];
}

/** If the cluster does not respond, the events of the platform are still shown. */
async function podRows(client: PlatformClient, appId: string): Promise<readonly EventRow[]> {
  try {
    const { events: found } = await client.podEvents(appId);
    return found.map(({ time, pod, reason, message, count }) => ({
      time,
      subject: pod,
      what: `${reason}: ${message}${count > 1 ? ` (×${count})` : ''}`,
    }));
  } catch (error) {
    if (error instanceof PlatformError) return [];
    throw error;
  }
}

async function printPastEvents(context: CommandContext, rows: readonly EventRow[]): Promise<ExitCode> {
  await printList(context, {
    items: rows,
    columns: [
      { title: context.translate(columnMessages.time), cell: ({ time }) => localTime(time) },
      { title: context.translate(eventMessages.subject), cell: ({ subject }) => subject },
      { title: context.translate(eventMessages.what), cell: ({ what }) => what },
    ],
    name: ({ subject }) => subject,
    empty: context.translate(eventMessages.none),
  });
  return ExitCode.ok;
}

const SUBJECT_WIDTH = 16;

/** Machine-readable formats print every event unchanged; text prints one line for each relevant event. */
function printEvent({ terminal, translate, output }: CommandContext, event: LiveEvent): void {
  if (output === 'json' || output === 'jsonl') {
    terminal.out(`${JSON.stringify(event)}\n`);
    return;
  }
  const row = eventRow(event, translate);
  if (row !== undefined)
    terminal.out(`${localTime(row.time)}  ${padDisplay(row.subject, SUBJECT_WIDTH)}  ${row.what}\n`);
}
