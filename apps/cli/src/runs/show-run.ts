import { encodeTexts } from '@kubemin/base/message';
import type { PlatformClient, StartedRun, Task } from '@kubemin/client';
import { type Connection, webAddress } from '../connection/index.ts';
import { runMessages } from '../messages/index.ts';
import {
  type CommandContext,
  ExitCode,
  formatDuration,
  type NextCommand,
  nextCommands,
  print,
  printMessage,
} from '../terminal/index.ts';
import { type FollowedRun, followRun } from './follow-run.ts';
import { withRunKeys } from './run-keys.ts';
import { RunLogPanel } from './run-log-panel.ts';
import { rollbackCommand, type ServedApplication, servingLine } from './serving-text.ts';

/** A run to follow for a command that may be left while the run goes on. */
export interface ShownRun {
  readonly taskId: string;
  readonly number: number;
  /** What goes to stdout when all went well, for people and scripts: an address and a line break. @default nothing */
  readonly address?: string;
}

/** Follows a run and prints the next commands: to follow it again, to show details, to retry it. */
export async function showRun(
  context: CommandContext,
  client: PlatformClient,
  { taskId, number, address = '' }: ShownRun,
): Promise<ExitCode> {
  const { terminal, output, translate } = context;
  const panel = new RunLogPanel({ client, taskId, translate });
  const keys = { cancel: () => cancelRun(client, taskId), logs: () => panel.toggle() };
  const followed = await withRunKeys(context, keys, (watched) =>
    followRun(watched, client, { taskId, below: () => panel.lines }),
  );
  const served = await servedAfter(client, followed);
  printMessage(context, lastWords(followed, context));
  if (served !== undefined) printMessage(context, servingLine(served, translate));
  const goBack = served === undefined ? [] : rollbackCommand(served, translate);
  terminal.err(nextCommands(context, [...followUpCommands(followed, number, context), ...goBack]));
  // The events have been printed line by line.
  if (output !== 'jsonl') {
    await printRun(context, client, { taskId, number, address: followed.exitCode === ExitCode.ok ? address : '' });
  }
  return followed.exitCode;
}

/** What runs after a run that did not complete; undefined where nothing was delivered before. */
async function servedAfter(client: PlatformClient, followed: FollowedRun): Promise<ServedApplication | undefined> {
  if (followed.kind !== 'ended' || followed.task.status === 'completed') return undefined;
  const { appName: app, revision: wanted, serving } = await client.taskStatus(followed.task.id);
  return serving && { app, wanted, serving, components: serving.components };
}

/** The reason is stored for all readers: in English and by its code, whatever the language of this one. */
async function cancelRun(client: PlatformClient, taskId: string): Promise<void> {
  const { appId } = await client.taskStatus(taskId);
  const reason = runMessages.cancelledHere;
  await client.cancelWorkflow(appId, { taskId, reason: reason.message, ...encodeTexts({ reason }) });
}

/** Prints how a run stands, in the form that was asked for: to people its address, to programs all of it. */
async function printRun(
  context: CommandContext,
  client: PlatformClient,
  { taskId, number, address = '' }: ShownRun,
): Promise<void> {
  const { terminal, output = 'table' } = context;
  if (output === 'table' || output === 'wide') {
    terminal.out(address);
    return;
  }
  const url = address.trimEnd();
  const data = { ...(await client.taskStatus(taskId)), ...(url !== '' && { url }) };
  await print(context, { data, table: address, names: [String(number)] });
}

function lastWords(followed: FollowedRun, { translate, timeoutMs = 0, style }: CommandContext): string {
  if (followed.kind !== 'ended') {
    return followed.kind === 'interrupted'
      ? translate(runMessages.goesOn)
      : translate(runMessages.timedOut({ time: formatDuration(timeoutMs) }));
  }
  const { task } = followed;
  if (task.status !== 'completed') return translate(runMessages.whatNext);
  return style.green(
    translate(runMessages.done({ app: style.bold(task.appName), time: formatDuration(runTime(task)) })),
  );
}

function followUpCommands(followed: FollowedRun, run: number, { translate }: CommandContext): readonly NextCommand[] {
  const about = (verb: string): string => `kubemin run ${verb} ${run}`;
  const show: NextCommand = [about('show'), translate(runMessages.toSeeWhatWasDone)];
  if (followed.kind !== 'ended') {
    return [
      [about('watch'), translate(runMessages.toComeBack)],
      [about('cancel'), translate(runMessages.toEndIt)],
    ];
  }
  const { task } = followed;
  if (task.status !== 'completed')
    return [show, [`${about('retry')} --from failed`, translate(runMessages.toTakeItUp)]];
  return task.kind === 'delete'
    ? [show]
    : [[`kubemin status ${task.appName}`, translate(runMessages.toShowStatus)], show];
}

function runTime({ createdAt, startedAt = createdAt, endedAt = startedAt }: Task): number {
  return Date.parse(endedAt) - Date.parse(startedAt);
}

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
