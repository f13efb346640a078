import { isTerminal, type PlatformClient, PlatformError, type RunStatus, type Task } from '@kubemin/client';
import { runMessages } from '../messages/index.ts';
import { CliError, ExitCode } from '../terminal/index.ts';
import { findApplication } from './find-application.ts';

/** A run by its id; or, by the name of an application, the one `choose` picks of its runs (newest first). */
export async function findRun(
  client: PlatformClient,
  target: string,
  choose: (runs: readonly Task[]) => Task | undefined,
): Promise<RunStatus> {
  const byId = await runById(client, target);
  if (byId !== undefined) return byId;
  const application = await findApplication(client, target).catch((error: unknown) => {
    throw error instanceof CliError && error.exitCode === ExitCode.notFound ? neither(target, error) : error;
  });
  const { tasks } = await client.listTasks(application.id);
  const chosen = choose(tasks);
  if (chosen !== undefined) return client.taskStatus(chosen.id);
  const { name } = application;
  const isNew = tasks.length === 0;
  throw new CliError(isNew ? runMessages.neverRun({ app: name }) : runMessages.noneUnderWay({ app: name }), {
    code: 'NO_RUN',
    exitCode: ExitCode.notFound,
    hint: isNew ? runMessages.deployFirst : runMessages.listWith({ app: name }),
  });
}

function neither(target: string, noApplication: CliError): CliError {
  return new CliError(runMessages.neither({ target }), {
    code: 'RUN_NOT_FOUND',
    exitCode: ExitCode.notFound,
    hint: runMessages.orRuns({ applications: noApplication.hint }),
    cause: noApplication,
  });
}

export function latestRun(runs: readonly Task[]): Task | undefined {
  return runs[0];
}

/** The run at work, before those that wait behind it. */
export function activeRun(runs: readonly Task[]): Task | undefined {
  const unfinished = runs.filter((run) => !isTerminal(run.status));
  return unfinished.find((run) => run.status !== 'waiting') ?? unfinished.at(-1);
}

/** The run at work, or the newest if that was cancelled. */
export function activeOrCancelledRun(runs: readonly Task[]): Task | undefined {
  return activeRun(runs) ?? runs.slice(0, 1).find(({ status }) => status === 'cancelled');
}

async function runById(client: PlatformClient, id: string): Promise<RunStatus | undefined> {
  try {
    return await client.taskStatus(id);
  } catch (error) {
    if (error instanceof PlatformError && error.status === 404) return undefined;
    throw error;
  }
}
