import { runStates, type Task, type TaskKind, type TaskStatus } from '@kubemin/client';
import { connect } from '../connection/connect.ts';
import { findApplication } from '../connection/find-application.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { columnWords } from '../language/words/column.ts';
import { runWords } from '../language/words/run.ts';
import { runKindWords } from '../language/words/run-kind.ts';
import { printList } from '../output/printer.ts';
import { stateWord } from '../runs/state-text.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { formatDuration } from '../terminal/duration.ts';

export interface ListRunsOptions {
  /** All applications when undefined. */
  readonly app: string | undefined;
  /** Any when empty, as of the kinds. */
  readonly status: readonly TaskStatus[];
  readonly kind: readonly TaskKind[];
  readonly by: string | undefined;
  readonly since: number | undefined;
  readonly limit: number | undefined;
}

/** Lists runs, the newest first. */
export async function listRuns(context: CommandContext, options: ListRunsOptions): Promise<ExitCode> {
  const { clock, language, terminal } = context;
  const { app, status, kind, by, since, limit = 50 } = options;
  const { client } = await connect(context);
  const application = app === undefined ? undefined : await findApplication(client, app);
  const { tasks, next } = await client.listRuns({
    limit,
    ...(application !== undefined && { appId: application.id }),
    ...(status.length > 0 && { status }),
    ...(kind.length > 0 && { kind }),
    ...(by !== undefined && { creator: by }),
    ...(since !== undefined && { since: new Date(clock.now() - since).toISOString() }),
  });
  const title = columnWords[language];
  const say = runWords[language];
  await printList(context, {
    items: tasks,
    columns: [
      { title: title.run, cell: ({ number }) => String(number) },
      ...(app === undefined ? [{ title: title.application, cell: ({ appName }: Task) => appName }] : []),
      { title: title.revision, cell: ({ revision }) => String(revision) },
      { title: title.kind, cell: ({ kind }) => runKindWords[language][kind] },
      { title: title.status, cell: (task) => stateWord(runStates[task.status], language) },
      { title: title.age, cell: ({ createdAt }) => formatDuration(clock.now() - Date.parse(createdAt)) },
      { title: title.duration, cell: (task) => durationOf(task, clock.now()) },
      { title: title.by, cell: ({ creator }) => creator ?? '', wide: true },
      { title: title.id, cell: ({ id }) => id, wide: true },
      { title: title.reason, cell: (task) => reasonOf(task, say.waitsFor) },
    ],
    name: ({ number }) => String(number),
    empty: say.none,
  });
  if (next !== undefined) terminal.err(`${say.moreRuns(limit)}\n`);
  return ExitCode.ok;
}

function reasonOf({ error, cancelReason, waitingForNumber }: Task, waitsFor: (run: number) => string): string {
  return error ?? cancelReason ?? (waitingForNumber === undefined ? '' : waitsFor(waitingForNumber));
}

function durationOf(task: Task, now: number): string {
  if (task.startedAt === undefined) return '-';
  const end = task.endedAt === undefined ? now : Date.parse(task.endedAt);
  return formatDuration(end - Date.parse(task.startedAt));
}
