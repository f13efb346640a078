import type { Clock } from '@kubemin/base';
import { toError } from '@kubemin/base';
import {
  CHANNEL_PROTOCOLS,
  type CommandOutcome,
  type CommandSession,
  SPDY_COMMAND_PROTOCOLS,
  spdyCommand,
  type WantedStreams,
  websocketCommand,
} from '@kubemin/kubeapi/stream';
import { type KubeletCall, requireEnd } from './kubelet-call.ts';
import { KubeletError, type NodeWork } from './node-work.ts';
import { channelProtocol, negotiate, switchProtocols, type Upgrade } from './upgrade.ts';

const KNOWN = { websocket: CHANNEL_PROTOCOLS.map(({ name }) => name), spdy: SPDY_COMMAND_PROTOCOLS };

interface CommandParts {
  readonly work: NodeWork;
  readonly clock: Clock;
}

/** `/exec/NS/POD/CONTAINER`: a command of the client's choice. */
export function serveExec(parts: CommandParts, call: KubeletCall, upgrade: Upgrade): Promise<void> {
  const command = call.query.getAll('command');
  return serveCommand(parts, { ...call, command, upgrade }, (session) =>
    parts.work.exec(call.at, command, session.streams, session.gone),
  );
}

/** `/attach/NS/POD/CONTAINER`: the process that runs there. */
export function serveAttach(parts: CommandParts, call: KubeletCall, upgrade: Upgrade): Promise<void> {
  return serveCommand(parts, { ...call, command: [], upgrade }, (session) =>
    parts.work.attach(call.at, session.streams, session.gone),
  );
}

interface CommandCall extends KubeletCall {
  readonly command: readonly string[];
  readonly upgrade: Upgrade;
}

async function serveCommand(
  { work, clock }: CommandParts,
  call: CommandCall,
  run: (session: CommandSession) => Promise<CommandOutcome>,
): Promise<void> {
  requireEnd(call, 3);
  const { at, query, command, upgrade } = call;
  const { headers, socket } = upgrade;
  const wanted = wantedStreams(query);
  await work.requireRunning(at);
  const form = negotiate(headers, KNOWN);
  switchProtocols(socket, form);
  const session =
    form.kind === 'websocket'
      ? websocketCommand(socket, channelProtocol(form.protocol), wanted)
      : await spdyCommand({ socket, protocol: form.protocol, wanted, clock });
  await session.finish(await awaitOutcome(run(session)), command);
}

/** After the upgrade a failure can only be reported as an outcome. */
async function awaitOutcome(running: Promise<CommandOutcome>): Promise<CommandOutcome> {
  try {
    return await running;
  } catch (error) {
    return { kind: 'failed', message: toError(error).message };
  }
}

function wantedStreams(query: URLSearchParams): WantedStreams {
  const wants = (name: string): boolean => ['1', 'true'].includes(query.get(name) ?? '');
  const wanted = { stdin: wants('input'), stdout: wants('output'), stderr: wants('error'), tty: wants('tty') };
  if (!wanted.stdin && !wanted.stdout && !wanted.stderr) {
    throw new KubeletError(400, 'you must specify at least 1 of stdin, stdout, stderr');
  }
  return wanted;
}
