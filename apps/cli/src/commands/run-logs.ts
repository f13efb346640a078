import { type Job, type JobLog, type PlatformClient, PlatformError } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import { connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findRun, latestRun } from '../find-run.ts';
import { runWords } from '../language/words/run.ts';

export interface RunLogsOptions {
  readonly target: string;
  /** The only step whose programs are meant. */
  readonly step: string | undefined;
}

/** Shows what the programs of a run's steps have written. */
export async function showLogs(context: CommandContext, options: RunLogsOptions): Promise<ExitCode> {
  const { terminal, style, language } = context;
  const say = runWords[language];
  const { client } = await connect(context);
  const { taskId, jobs } = await findRun(client, options.target, latestRun);
  // Programs run in jobs that deliver no object.
  const programs = jobs.filter(
    ({ objectKind, step, objectName }) => objectKind === '' && [step, objectName].includes(options.step ?? step),
  );
  let shown = 0;
  for (const job of programs) {
    const log = await logOf(client, taskId, job);
    if (log === undefined) continue;
    shown++;
    const program = style.bold(job.objectName);
    terminal.err(`${log.truncated ? say.endOfLog(program) : program}\n`);
    terminal.out(log.text.endsWith('\n') || log.text === '' ? log.text : `${log.text}\n`);
  }
  if (shown === 0) terminal.err(`${say.noLog(taskId)}\n`);
  return shown === 0 ? ExitCode.notFound : ExitCode.ok;
}

async function logOf(client: PlatformClient, taskId: string, { id }: Job): Promise<JobLog | undefined> {
  try {
    return await client.jobLog(taskId, id);
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'JOB_LOG_NOT_FOUND') return undefined;
    throw error;
  }
}
