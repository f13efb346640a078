import type { Application, LiveEvent, PlatformClient, Topic } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { type EventRow, eventRow, runRows } from '../events/event-row.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { columnWords } from '../language/words/column.ts';
import { eventWords } from '../language/words/event.ts';
import { padDisplay } from '../output/display-width.ts';
import { printList } from '../output/printer.ts';

export interface EventsOptions {
  readonly app: string | undefined;
  readonly watch: boolean;
  /** @default 20 */
  readonly limit: number | undefined;
}

/** Tells what happened, or what happens until it is interrupted. */
export async function events(context: CommandContext, { app, watch, limit = 20 }: EventsOptions): Promise<ExitCode> {
  const { client } = await connect(context);
  const application = app === undefined ? undefined : await findApplication(client, app);
  if (!watch) return tellPast(context, await pastRows(context, client, { application, limit }));
  const topics: readonly Topic[] =
    application === undefined ? [{ kind: 'applications' }, { kind: 'runs' }] : [{ kind: 'app', id: application.id }];
  for await (const { event } of client.followEvents({ topics, signal: context.interrupted })) tell(context, event);
  return ExitCode.interrupted;
}

interface Past {
  readonly application: Application | undefined;
  readonly limit: number;
}

async function pastRows(
  { language }: CommandContext,
  client: PlatformClient,
  { application, limit }: Past,
): Promise<readonly EventRow[]> {
  const { tasks } = await client.listRuns({ limit, ...(application !== undefined && { appId: application.id }) });
  const [latest] = tasks;
  const jobs =
    application === undefined || latest === undefined ? [] : (await client.listJobs(latest.id, { limit: 500 })).jobs;
  const ofJobs = jobs.flatMap((job) => {
    const time = job.endedAt ?? job.startedAt;
    const event = {
      kind: 'job',
      taskId: job.taskId,
      number: latest?.number ?? 0,
      sequence: 0,
      time: time ?? '',
      job,
    } as const;
    return time === undefined ? [] : (eventRow(event, language) ?? []);
  });
  const rows = [...tasks.flatMap((task) => runRows(task, language)), ...ofJobs];
  return rows.sort((a, b) => a.time.localeCompare(b.time));
}

async function tellPast(context: CommandContext, rows: readonly EventRow[]): Promise<ExitCode> {
  const say = eventWords[context.language];
  await printList(context, {
    items: rows,
    columns: [
      { title: columnWords[context.language].time, cell: ({ time }) => time },
      { title: say.subject, cell: ({ subject }) => subject },
      { title: say.what, cell: ({ what }) => what },
    ],
    name: ({ subject }) => subject,
    empty: say.none,
  });
  return ExitCode.ok;
}

const SUBJECT_WIDTH = 16;

/** Programs get events as they are; people a line for each that says something. */
function tell({ terminal, language, output }: CommandContext, event: LiveEvent): void {
  if (output === 'json' || output === 'jsonl') {
    terminal.out(`${JSON.stringify(event)}\n`);
    return;
  }
  const row = eventRow(event, language);
  if (row !== undefined) terminal.out(`${row.time}  ${padDisplay(row.subject, SUBJECT_WIDTH)}  ${row.what}\n`);
}
