import { ListenError } from '@kubemin/base';
import type { Message } from '@kubemin/base/message';
import { portMessages } from '../messages/index.ts';
import { type LocalPort, openLocalPort, PodConnections, type PortPair, withPortTarget } from '../pods/index.ts';
import { CliError, type CommandContext, ExitCode, print, waitForAbort } from '../terminal/index.ts';

export interface PortForwardOptions {
  readonly target: string;
  readonly ports: readonly PortPair[];
  readonly address: string | undefined;
  readonly namespace: string | undefined;
  readonly kubeconfig: string | undefined;
  readonly kubeContext: string | undefined;
}

/** Leads ports here to ports of a pod, until it is interrupted. */
export async function portForward(context: CommandContext, options: PortForwardOptions): Promise<ExitCode> {
  return withPortTarget(context, options, async (target) => {
    await forward(context, options, new PodConnections(target, context.interrupted));
    return ExitCode.ok;
  });
}

async function forward(
  context: CommandContext,
  options: PortForwardOptions,
  connections: PodConnections,
): Promise<void> {
  const { terminal, translate, interrupted } = context;
  const { ports, address: host = '127.0.0.1' } = options;
  // Unreachable targets are reported now, not at the first connection.
  const { pod, portNumber: numberOf } = await connections.reached();
  const wanted = ports.map((pair) => ({ ...pair, number: numberOf(pair.remote) }));
  for (const { remote } of ports.slice(0, 1)) await connections.check(remote);
  const open: LocalPort[] = [];
  try {
    for (const { local, remote, number } of wanted) {
      const port = local ?? number;
      const onFailure = (why: Message): void =>
        terminal.alert(`${translate(portMessages.failed({ local: `${host}:${port}`, why }))}\n`);
      open.push(await openLocalPort({ host, port, remote, connections, onFailure }));
    }
    const forwards = wanted.map(({ number }, at) => ({
      local: `${host}:${open[at]?.port}`,
      pod: pod.name,
      port: number,
    }));
    await print(context, {
      data: forwards,
      table: forwards.map((each) => `${each.local} -> ${each.pod}:${each.port}\n`).join(''),
      names: forwards.map(({ local }) => local),
    });
    terminal.err(`${translate(portMessages.ended)}\n`);
    await waitForAbort(interrupted);
  } catch (error) {
    throw error instanceof ListenError ? otherPort(error) : error;
  } finally {
    await Promise.all(open.map((port) => port.close()));
  }
}

function otherPort(error: ListenError): CliError {
  return new CliError(error.text, {
    code: error.code,
    exitCode: ExitCode.failed,
    hint: portMessages.chooseLocal,
    cause: error,
  });
}
