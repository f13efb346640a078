import { followPodLogs, type KubeClient, readContainerLog } from '@kubemin/kube';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { podMessages } from '../messages/index.ts';
import {
  hasRestarted,
  hasStarted,
  LogPrinter,
  listSelectedPods,
  namedContainers,
  type PodSelection,
  requireContainer,
  selectPods,
  withPods,
} from '../pods/index.ts';
import { type CommandContext, ExitCode } from '../terminal/index.ts';

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
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

/** Prints what containers write: of a pod, or of all pods of an application. */
export async function logs(context: CommandContext, options: LogsOptions): Promise<ExitCode> {
  const selection = await selectPods(context, options);
  return withPods(context, options, (client) =>
    options.follow ? follow(context, client, { options, selection }) : print(context, client, { options, selection }),
  );
}

interface LogRequest {
  readonly options: LogsOptions;
  readonly selection: PodSelection;
}

async function print(
  context: CommandContext,
  client: KubeClient,
  { options, selection }: LogRequest,
): Promise<ExitCode> {
  const pods = await listSelectedPods(client, selection);
  requireContainer(pods, options.container);
  const { namespace } = selection;
  const hasLog = options.previous ? hasRestarted : hasStarted;
  const names = pods.flatMap((pod) =>
    wanted(options, pod)
      // For one pod the cluster reports a missing log as an error; of several, those with a log are shown.
      .filter((container) => selection.kind === 'pod' || hasLog(pod, container))
      .map((container) => ({ namespace, pod: pod.metadata.name ?? '', container })),
  );
  if (names.length === 0) {
    context.terminal.alert(
      `${options.previous ? context.translate(podMessages.noRestarts) : context.translate(podMessages.noLogs)}\n`,
    );
    return ExitCode.notFound;
  }
  const printer = new LogPrinter(context, { ...options, prefixed: names.length > 1 });
  for (const name of names) {
    const lines = readContainerLog(client, name, part(options), context.interrupted);
    for await (const line of lines) printer.print(name, line);
  }
  return ExitCode.ok;
}

async function follow(
  context: CommandContext,
  client: KubeClient,
  { options, selection }: LogRequest,
): Promise<ExitCode> {
  const prefixed = selection.kind === 'application' || options.allContainers;
  const printer = new LogPrinter(context, { ...options, prefixed });
  requireContainer(await listSelectedPods(client, selection), options.container);
  const { clock, random, interrupted } = context;
  await followPodLogs({
    ...{ client, clock, random, signal: interrupted },
    namespace: selection.namespace,
    ...(selection.kind === 'pod'
      ? { fieldSelector: `metadata.name=${selection.name}`, endsWithPod: true }
      : { labelSelector: selection.labelSelector }),
    part: part(options),
    containers: (pod) => wanted(options, pod),
    onLine: (name, line) => printer.print(name, line),
    onLeftOut: ({ pod, container }, reason) => {
      if (reason !== 'limit') return;
      context.terminal.alert(`${context.translate(podMessages.leftOut({ name: `${pod}/${container}` }))}\n`);
    },
  });
  return interrupted.aborted ? ExitCode.interrupted : ExitCode.ok;
}

function wanted({ container, allContainers }: LogsOptions, pod: Pod): readonly string[] {
  return namedContainers(pod, { container, all: allContainers });
}

function part({ previous, tail, since }: LogsOptions) {
  return {
    previous,
    ...(tail !== undefined && { tailLines: tail }),
    ...(since !== undefined && { sinceSeconds: Math.max(1, Math.ceil(since / 1000)) }),
  };
}
