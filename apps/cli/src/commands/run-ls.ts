import { type RunSource, runStates, type Task, type TaskKind, type TaskStatus } from '@kubemin/client';
import { connect, findApplication } from '../connection/index.ts';
import { columnMessages, runKindMessages, runMessages } from '../messages/index.ts';
import { stateWord } from '../runs/index.ts';
import {
  type CommandContext,
  ExitCode,
  formatDuration,
  printList,
  type Translate,
  translateSent,
} from '../terminal/index.ts';

export interface ListRunsOptions {
  /** All applications when undefined. */
  readonly app: string | undefined;
  /** Any when empty, as of the kinds. */
  readonly status: readonly TaskStatus[];
  readonly kind: readonly TaskKind[];
  readonly by: string | undefined;
  readonly source: readonly RunSource[];
  readonly since: number | undefined;
  readonly limit: number | undefined;
}

/** Lists runs, the newest first. */
export async function listRuns(context: CommandContext, options: ListRunsOptions): Promise<ExitCode> {
  const { clock, translate, terminal } = context;
  const { app, status, kind, by, source, since, limit = 50 } = options;
  const { client } = await connect(context);
  const application = app === undefined ? undefined : await findApplication(client, app);
  const { tasks, next } = await client.listRuns({
    limit,
    ...(application !== undefined && { appId: application.id }),
    ...(status.length > 0 && { status }),
    ...(kind.length > 0 && { kind }),
    ...(by !== undefined && { creator: by }),
    ...(source.length > 0 && { source }),
    ...(since !== undefined && { since: new Date(clock.now() - since).toISOString() }),
  });
  await printList(context, {
    items: tasks,
    columns: [
      { title: translate(columnMessages.run), cell: ({ number }) => String(number) },
      ...(app === undefined
        ? [{ title: translate(columnMessages.application), cell: ({ appName }: Task) => appName }]
        : []),
      { title: translate(columnMessages.revision), cell: ({ revision }) => String(revision) },
      { title: translate(columnMessages.kind), cell: ({ kind }) => translate(runKindMessages[kind]) },
      { title: translate(columnMessages.status), cell: (task) => stateWord(runStates[task.status], translate) },
      {
        title: translate(columnMessages.age),
        cell: ({ createdAt }) => formatDuration(clock.now() - Date.parse(createdAt)),
      },
      { title: translate(columnMessages.duration), cell: (task) => runDuration(task, clock.now()) },
      { title: translate(columnMessages.by), cell: ({ creator }) => creator ?? '', wide: true },
      { title: translate(columnMessages.source), cell: ({ source }) => source ?? '', wide: true },
      { title: translate(columnMessages.id), cell: ({ id }) => id, wide: true },
      { title: translate(columnMessages.reason), cell: (task) => runReason(task, translate) },
    ],
    name: ({ number }) => String(number),
    empty: translate(runMessages.none),
  });
  if (next !== undefined) terminal.err(`${translate(runMessages.moreRuns({ limit }))}\n`);
  return ExitCode.ok;
}

function runReason(task: Task, translate: Translate): string {
  const { error, cancelReason, waitingForNumber } = task;
  if (error !== undefined) return translateSent(translate, task, 'error', error);
  if (cancelReason !== undefined) return translateSent(translate, task, 'cancelReason', cancelReason);
  return waitingForNumber === undefined ? '' : translate(runMessages.waitsFor({ run: waitingForNumber }));
}

function runDuration(task: Task, now: number): string {
  if (task.startedAt === undefined) return '-';
  const end = task.endedAt === undefined ? now : Date.parse(task.endedAt);
  return formatDuration(end - Date.parse(task.startedAt));
}
