import { type Job, jobState, type RunStatus, runStates } from '@kubemin/client';
import { connect, findRun, latestRun, resolveApplicationName } from '../connection/index.ts';
import { columnMessages, runKindMessages, runMessages } from '../messages/index.ts';
import {
  approvalHint,
  callbackLines,
  endReason,
  jobLabel,
  jobText,
  oneLine,
  rollbackCommand,
  servingLine,
  stateMark,
  stateWord,
} from '../runs/index.ts';
import { type CommandContext, ExitCode, formatDuration, nextCommands, print } from '../terminal/index.ts';

export interface ShowRunOptions {
  /** The application this directory is linked to when undefined. */
  readonly target: string | undefined;
}

/** Prints a run as it stands: what it is, and each of its jobs in the order of the plan. */
export async function showRunStatus(context: CommandContext, options: ShowRunOptions): Promise<ExitCode> {
  const { clock, translate, terminal, outStyle: style, output = 'table' } = context;
  const advice = (text: string): string => terminal.advice?.(text) ?? text;
  const { client } = await connect(context);
  const run = await findRun(client, await resolveApplicationName(context, options.target), latestRun);
  if (output === 'table' || output === 'wide')
    terminal.out(
      `${[headline(run, context), ...callbackLines(run.callback, translate)].join('\n')}\n${served(run, context)}\n`,
    );
  await print(context, {
    data: run,
    table: {
      columns: [
        { title: translate(columnMessages.step) },
        { title: translate(columnMessages.component) },
        { title: translate(columnMessages.job) },
        { title: translate(columnMessages.status) },
        { title: translate(columnMessages.attempts) },
        { title: translate(columnMessages.duration) },
        { title: translate(columnMessages.object), wide: true },
        { title: translate(columnMessages.id), wide: true },
        { title: translate(columnMessages.message) },
      ],
      rows: run.jobs.map((job) => [
        job.step,
        job.component,
        jobLabel(job, translate),
        `${stateMark(jobState(job), style)} ${stateWord(jobState(job), translate)}`,
        String(job.attempt),
        jobDuration(job, clock.now()),
        job.objectName,
        job.id,
        oneLine(`${jobText(job, translate) ?? ''}${advice(approvalHint(job, run.number, translate))}`),
      ]),
    },
    names: [String(run.number)],
  });
  return ExitCode.ok;
}

/** The run in a line: what, which state, since when, and why. */
function headline(run: RunStatus, { clock, outStyle: style, translate }: CommandContext): string {
  const state = runStates[run.status];
  const time = run.startedAt === undefined ? '' : `  ${jobDuration(run, clock.now())}`;
  const waits =
    run.waitingForNumber === undefined ? undefined : translate(runMessages.waitsFor({ run: run.waitingForNumber }));
  const reason = endReason(run, translate) ?? waits;
  const about = `${style.bold(run.appName)} r${run.revision}  ${translate(runKindMessages[run.kind])}  ${stateWord(state, translate)}${time}`;
  return `${stateMark(state, style)} ${about}  ${style.dim(translate(runMessages.named({ run: run.number })))}${reason === undefined ? '' : `  ${oneLine(reason)}`}`;
}

/** What runs after a run that did not complete, where anything was delivered before. */
function served({ appName: app, revision: wanted, serving }: RunStatus, context: CommandContext): string {
  if (serving === undefined) return '';
  const shown = { app, wanted, serving, components: serving.components };
  const { translate, outStyle: style, terminal } = context;
  return `${servingLine(shown, translate)}\n${nextCommands({ terminal, style }, rollbackCommand(shown, translate))}`;
}

function jobDuration({ startedAt, endedAt }: Pick<Job, 'startedAt' | 'endedAt'>, now: number): string {
  if (startedAt === undefined) return '-';
  return formatDuration((endedAt === undefined ? now : Date.parse(endedAt)) - Date.parse(startedAt));
}
