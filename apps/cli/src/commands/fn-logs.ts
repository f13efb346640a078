import type { KubeClient } from '@kubemin/kube';
import { type FunctionOptions, getFunction, withFunctions } from '../functions/index.ts';
import { functionMessages, podMessages } from '../messages/index.ts';
import {
  ClusterPods,
  DEFAULT_NAMESPACE,
  hasStarted,
  LogPrinter,
  type LogRequest,
  type LogSink,
} from '../pods/index.ts';
import { type CommandContext, ExitCode, failureReason } from '../terminal/index.ts';

/** On the pods of a function: its name. */
const FUNCTION_LABEL = 'functions.kubemin.io/function';

interface FunctionLogsOptions extends FunctionOptions {
  readonly name: string;
  readonly follow: boolean;
  readonly tail: number | undefined;
  readonly since: number | undefined;
  readonly timestamps: boolean;
}

/** `kubemin fn logs`: what its instances print. */
export async function functionLogs(context: CommandContext, options: FunctionLogsOptions): Promise<ExitCode> {
  const { name, namespace = DEFAULT_NAMESPACE, follow, tail, since, timestamps } = options;
  const { interrupted: signal, terminal, translate } = context;
  return withFunctions(context, options, async (client) => {
    await getFunction(context, client, { name, namespace });
    const request = logRequest(signal, { tail, since });
    if (follow) {
      await followFunctionLogs(context, client, { name, namespace, timestamps, request });
      return ExitCode.interrupted;
    }
    const pods = functionPods(context, client, { name, namespace });
    const places = (await pods.list()).flatMap((pod) =>
      pod.containers.filter(hasStarted).map((container) => ({ pod: pod.name, container: container.name })),
    );
    if (places.length === 0) terminal.err(`${translate(functionMessages.noInstances)}\n`);
    await pods.readLogs(request, places, createSink(context, { namespace, timestamps }));
    return signal.aborted ? ExitCode.interrupted : ExitCode.ok;
  });
}

interface FollowedFunction {
  readonly name: string;
  readonly namespace: string;
  readonly timestamps: boolean;
  readonly request: LogRequest;
}

/** Prints what the instances print, later ones too, until the signal of the request aborts. */
export async function followFunctionLogs(
  context: CommandContext,
  client: KubeClient,
  { request, ...followed }: FollowedFunction,
): Promise<void> {
  await functionPods(context, client, followed).followLogs(request, createSink(context, followed));
}

/** Which part of the logs of the instances. */
export function logRequest(signal: AbortSignal, { tail, since }: Pick<LogRequest, 'tail' | 'since'>): LogRequest {
  return { container: undefined, allContainers: false, previous: false, search: undefined, tail, since, signal };
}

function functionPods(
  context: CommandContext,
  client: KubeClient,
  { name, namespace }: Pick<FollowedFunction, 'name' | 'namespace'>,
): ClusterPods {
  const labelSelector = `${FUNCTION_LABEL}=${name}`;
  return new ClusterPods(context, client, { kind: 'application', namespace, labelSelector });
}

function createSink(
  context: CommandContext,
  { namespace, timestamps }: Pick<FollowedFunction, 'namespace' | 'timestamps'>,
): LogSink {
  const { terminal, translate } = context;
  const printer = new LogPrinter(context, { namespace, prefixed: true, timestamps, grep: undefined });
  return {
    line: (place, line) => printer.print(place, line),
    leftOut: ({ pod }, reason) => terminal.alert(`${translate(podMessages.leftOut({ name: pod, reason }))}\n`),
    reconnecting: (reason) =>
      terminal.err(`${translate(podMessages.reconnecting({ reason: failureReason(reason) }))}\n`),
  };
}
