import { toError } from '@kubemin/base';
import { podMessages } from '../messages/index.ts';
import {
  type ContainerPlace,
  hasRestarted,
  hasStarted,
  LogPrinter,
  type LogRequest,
  type LogSink,
  type PodAccess,
  platformPods,
  requireContainer,
  type SelectedPod,
  selectContainers,
  withPodAccess,
} from '../pods/index.ts';
import { CliError, type CommandContext, ExitCode, failureReason } from '../terminal/index.ts';

export interface LogsOptions {
  readonly target: string | undefined;
  readonly namespace: string | undefined;
  readonly container: string | undefined;
  readonly allContainers: boolean;
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  readonly tail: number | undefined;
  readonly since: number | undefined;
  readonly grep: RegExp | undefined;
  readonly search: string | undefined;
  readonly gone: boolean;
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

/** Prints what containers write: of a pod, or of all pods of an application. */
export async function logs(context: CommandContext, options: LogsOptions): Promise<ExitCode> {
  if (options.gone) return printGone(context, options);
  return withPodAccess(context, options, async (access) => {
    const pods = await access.list();
    requireContainer(pods, options.container);
    return options.follow ? follow(context, access, options) : print(context, access, { options, pods });
  });
}

async function print(
  context: CommandContext,
  access: PodAccess,
  { options, pods }: { readonly options: LogsOptions; readonly pods: readonly SelectedPod[] },
): Promise<ExitCode> {
  const names = pods.flatMap((pod) => existingLogs(pod, options, access.isOnePod));
  if (names.length === 0) {
    const message = options.previous ? podMessages.noRestarts : podMessages.noLogs;
    context.terminal.alert(`${context.translate(message)}\n`);
    return ExitCode.notFound;
  }
  const sink = printingSink(context, access, { ...options, prefixed: names.length > 1 });
  await access.readLogs(logRequest(context, options), names, sink);
  return context.interrupted.aborted ? ExitCode.interrupted : ExitCode.ok;
}

/** For one pod, a missing log is reported as an error; of several, those with a log are shown. */
function existingLogs(pod: SelectedPod, options: LogsOptions, isOnePod: boolean): readonly ContainerPlace[] {
  const hasLog = options.previous ? hasRestarted : hasStarted;
  const existing = new Set(pod.containers.filter((each) => isOnePod || hasLog(each)).map(({ name }) => name));
  return selectContainers(pod, options)
    .filter((container) => existing.has(container))
    .map((container) => ({ pod: pod.name, container }));
}

async function follow(context: CommandContext, access: PodAccess, options: LogsOptions): Promise<ExitCode> {
  const prefixed = !access.isOnePod || options.allContainers;
  await access.followLogs(logRequest(context, options), printingSink(context, access, { ...options, prefixed }));
  return context.interrupted.aborted ? ExitCode.interrupted : ExitCode.ok;
}

/** Prints what the platform has kept of pods that are gone, in the order of time. */
async function printGone(context: CommandContext, options: LogsOptions): Promise<ExitCode> {
  const { terminal, translate } = context;
  refuseWithGone(options);
  const access = await platformPods(context, options);
  const { lines, truncated } = await access.goneLogs(logRequest(context, options));
  const printer = new LogPrinter(context, { ...options, namespace: access.namespace, prefixed: true });
  for (const line of lines) printer.print(line, line);
  const isFiltered = options.search !== undefined || options.since !== undefined || options.container !== undefined;
  if (lines.length === 0 && !isFiltered) {
    terminal.alert(`${translate(podMessages.noneGone)}\n`);
    return ExitCode.notFound;
  }
  if (truncated) terminal.err(`${translate(podMessages.olderLines)}\n`);
  return ExitCode.ok;
}

/** Kept logs neither grow nor are in a cluster. */
function refuseWithGone({ target = '', follow: follows, previous, kubeconfig, kubeContext }: LogsOptions): void {
  const option = [
    follows && '--follow',
    previous && '--previous',
    kubeconfig !== undefined && '--kubeconfig',
    kubeContext !== undefined && '--kube-context',
    /^pods?\//.test(target) && target,
  ].find((each) => each !== false);
  if (option === undefined) return;
  throw new CliError(podMessages.notWithGone({ option }), {
    code: 'OPTIONS_CONFLICT',
    exitCode: ExitCode.usage,
    hint: podMessages.goneUsage,
  });
}

function printingSink(
  context: CommandContext,
  { namespace }: PodAccess,
  options: Pick<LogsOptions, 'timestamps' | 'grep'> & { readonly prefixed: boolean },
): LogSink {
  const { terminal, translate } = context;
  const printer = new LogPrinter(context, { ...options, namespace });
  return {
    line: (name, line) => printer.print(name, line),
    leftOut: ({ pod, container }, reason) =>
      terminal.alert(`${translate(podMessages.leftOut({ name: `${pod}/${container}`, reason }))}\n`),
    reconnecting: (reason) =>
      terminal.err(`${translate(podMessages.reconnecting({ reason: failureReason(toError(reason)) }))}\n`),
  };
}

function logRequest({ interrupted: signal }: CommandContext, options: LogsOptions): LogRequest {
  const { container, allContainers, previous, tail, since, search } = options;
  return { container, allContainers, previous, tail, since, search, signal };
}
