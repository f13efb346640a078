import type { StartedRun } from '@kubemin/client';
import { type Connection, webAddress } from '../connection/index.ts';
import { runMessages } from '../messages/index.ts';
import { type CommandContext, ExitCode, nextCommands } from '../terminal/index.ts';
import { printRun, showRun } from './show-run.ts';

/** A run that a command has started, and what it is about. */
export interface StartedRunOptions extends Pick<StartedRun, 'taskId' | 'number'> {
  readonly appId: string;
  readonly wait: boolean;
  /** What goes to stdout when all went well. @default the page of the application */
  readonly address?: string;
}

/** Follows a run that was just started, unless --no-wait is set; prints what it waits for, and ends with a URL on stdout. */
export async function showStartedRun(
  context: CommandContext,
  { client, url }: Connection,
  { taskId, number, appId, wait, address = `${webAddress(url, { page: 'app', app: appId })}\n` }: StartedRunOptions,
): Promise<ExitCode> {
  const { terminal, translate } = context;
  const { waitingForNumber: ahead } = await client.taskStatus(taskId);
  if (ahead !== undefined) terminal.err(`${translate(runMessages.isWaiting({ run: ahead }))}\n`);
  if (wait) return showRun(context, client, { taskId, number, address });
  terminal.err(
    `${translate(runMessages.started)}\n${nextCommands(context, [[`kubemin run watch ${number}`, translate(runMessages.toFollow)]])}`,
  );
  await printRun(context, client, { taskId, number, address });
  return ExitCode.ok;
}
