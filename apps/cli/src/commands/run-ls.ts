import { runStates, type Task } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { formatDuration } from '../duration.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { columnWords } from '../language/words/column.ts';
import { runWords } from '../language/words/run.ts';
import { printList } from '../output/printer.ts';
import { stateWord } from '../state-text.ts';

export interface ListRunsOptions {
  readonly app: string;
}

/** Lists the runs of an application, the newest first. */
export async function listRuns(context: CommandContext, options: ListRunsOptions): Promise<ExitCode> {
  const { clock, language } = context;
  const { client } = await connect(context);
  const application = await findApplication(client, options.app);
  const { tasks } = await client.listTasks(application.id);
  const title = columnWords[language];
  const waits = (waitingFor: string | undefined): string =>
    waitingFor === undefined ? '' : runWords[language].waitsFor(waitingFor);
  await printList(context, {
    items: tasks,
    columns: [
      { title: title.run, cell: ({ id }) => id },
      { title: title.revision, cell: ({ revision }) => String(revision) },
      { title: title.status, cell: ({ status }) => stateWord(runStates[status], language) },
      { title: title.age, cell: ({ createdAt }) => formatDuration(clock.now() - Date.parse(createdAt)) },
      { title: title.duration, cell: (task) => durationOf(task, clock.now()) },
      { title: title.reason, cell: (task) => task.error ?? task.cancelReason ?? waits(task.waitingFor) },
      { title: title.type, cell: ({ kind }) => kind, wide: true },
      { title: title.by, cell: ({ creator }) => creator ?? '', wide: true },
    ],
    name: ({ id }) => id,
  });
  return ExitCode.ok;
}

function durationOf(task: Task, now: number): string {
  if (task.startedAt === undefined) return '-';
  const end = task.endedAt === undefined ? now : Date.parse(task.endedAt);
  return formatDuration(end - Date.parse(task.startedAt));
}
