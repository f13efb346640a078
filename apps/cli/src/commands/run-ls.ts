import type { Task } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { formatDuration } from '../duration.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { formatTable } from '../table.ts';

export interface ListRunsOptions {
  readonly dataDir?: string;
  readonly app: string;
  readonly output: string;
}

/** Lists the runs of an application, the newest first. */
export async function listRuns(context: CommandContext, options: ListRunsOptions): Promise<ExitCode> {
  const { terminal, clock } = context;
  const { client } = await connect(context, options.dataDir);
  const application = await findApplication(client, options.app);
  const { tasks } = await client.listTasks(application.id);
  if (options.output === 'json') {
    terminal.out(`${JSON.stringify(tasks, null, 2)}\n`);
    return ExitCode.ok;
  }
  const rows = tasks.map((task) => [
    task.id,
    String(task.revision),
    task.status,
    formatDuration(clock.now() - Date.parse(task.createdAt)),
    durationOf(task, clock.now()),
    task.error ?? task.cancelReason ?? (task.waitingFor === undefined ? '' : `waits for ${task.waitingFor}`),
  ]);
  terminal.out(formatTable(['RUN', 'REVISION', 'STATUS', 'AGE', 'DURATION', 'REASON'], rows));
  return ExitCode.ok;
}

function durationOf(task: Task, now: number): string {
  if (task.startedAt === undefined) return '-';
  const end = task.endedAt === undefined ? now : Date.parse(task.endedAt);
  return formatDuration(end - Date.parse(task.startedAt));
}
