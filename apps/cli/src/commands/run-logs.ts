import type { Job, PlatformClient } from '@kubemin/client';
import { connect, findRun, latestRun, resolveApplicationName } from '../connection/index.ts';
import { runMessages } from '../messages/index.ts';
import { findJobLog, runsProgram } from '../runs/index.ts';
import { type CommandContext, ExitCode, print } from '../terminal/index.ts';

export interface RunLogsOptions {
  /** The application this directory is linked to when undefined. */
  readonly target: string | undefined;
  /** The only step whose programs are meant. */
  readonly step: string | undefined;
  /** Only so many of the last lines of each. */
  readonly tail: number | undefined;
}

/** Shows what the programs of a run's steps have written. */
export async function showLogs(context: CommandContext, options: RunLogsOptions): Promise<ExitCode> {
  const { terminal, translate } = context;
  const { client } = await connect(context);
  const { number, jobs } = await findRun(client, await resolveApplicationName(context, options.target), latestRun);
  const programs = jobs.filter(
    (job) => runsProgram(job) && [job.step, job.objectName].includes(options.step ?? job.step),
  );
  const logs = await Promise.all(programs.map((job) => readProgramLog(client, job, options.tail)));
  const kept = logs.filter((log) => log !== undefined);
  if (kept.length === 0) {
    terminal.alert(`${translate(runMessages.noLog({ run: number }))}\n`);
    return ExitCode.notFound;
  }
  const { output = 'table' } = context;
  if (output === 'table' || output === 'wide') printLogs(context, kept);
  else await print(context, { data: kept, table: '', names: kept.map(({ jobId }) => jobId) });
  return ExitCode.ok;
}

interface ProgramLog {
  readonly jobId: string;
  readonly step: string;
  readonly program: string;
  /** Whether the beginning is missing. */
  readonly truncated: boolean;
  readonly lines: readonly string[];
}

async function readProgramLog(
  client: PlatformClient,
  job: Job,
  tail: number | undefined,
): Promise<ProgramLog | undefined> {
  const log = await findJobLog(client, job);
  if (log === undefined) return undefined;
  const { id: jobId, step, objectName: program } = job;
  return { jobId, step, program, truncated: log.truncated, lines: lastLines(log.text, tail) };
}

function printLogs({ terminal, style, translate }: CommandContext, logs: readonly ProgramLog[]): void {
  for (const { program, truncated, lines } of logs) {
    const name = style.bold(program);
    terminal.err(`${truncated ? translate(runMessages.endOfLog({ program: name })) : name}\n`);
    terminal.out(lines.map((line) => `${line}\n`).join(''));
  }
}

function lastLines(text: string, count: number | undefined): readonly string[] {
  const lines = text.replace(/\n$/, '').split('\n');
  if (text === '' || count === 0) return [];
  return count === undefined ? lines : lines.slice(-count);
}
