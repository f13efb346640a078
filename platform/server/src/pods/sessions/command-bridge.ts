import { pipeline } from 'node:stream/promises';
import type { Clock } from '@kubemin/base';
import { COMMAND_PROTOCOLS } from '@kubemin/client';
import type { PodCommand } from '@kubemin/kube';
import { CHANNEL_PROTOCOLS, type CommandSession, type WantedStreams, websocketCommand } from '@kubemin/kubeapi/stream';
import type { SocketSession } from '../../api/index.ts';
import { podMessages } from '../../messages/index.ts';
import { IdleTimer } from './idle-timer.ts';

/** A command that runs in a container, and how it is shared with a client. */
export interface BridgedCommand {
  readonly command: PodCommand;
  readonly wanted: WantedStreams;
  /** For the message of its outcome. */
  readonly words: readonly string[];
  /** Ends the connection to the cluster. */
  stop(): void;
  readonly idleMs: number;
  readonly clock: Clock;
}

/**
 * Connects a client with a command, with back pressure in both directions, until the command ends, the client leaves,
 * nothing is sent for too long or the signal aborts.
 */
export async function bridgeCommand(session: SocketSession, bridged: BridgedCommand): Promise<void> {
  const { command, wanted, words, idleMs, clock } = bridged;
  const client = websocketCommand(session.socket, channelProtocol(session.protocol), wanted);
  let isIdle = false;
  const idle = new IdleTimer(clock, idleMs, () => {
    isIdle = true;
    bridged.stop();
  });
  const stop = (): void => bridged.stop();
  client.gone.addEventListener('abort', stop, { once: true });
  session.signal.addEventListener('abort', stop, { once: true });
  if (client.gone.aborted || session.signal.aborted) stop();
  try {
    const { stdin, stdout, stderr, resize } = client.streams;
    if (stdin !== undefined) background(pipeline(idle.watch(stdin), command.stdin));
    if (resize !== undefined) background(passSizes(resize, command, idle));
    const output = [
      stdout === undefined ? discard(command.stdout) : pipeline(idle.watch(command.stdout), stdout),
      stderr === undefined ? discard(command.stderr) : pipeline(idle.watch(command.stderr), stderr),
    ];
    const outcome = await command.outcome;
    await Promise.allSettled(output);
    // The connection is closed with the reason for that by the server.
    if (session.signal.aborted) return;
    const message = podMessages.sessionIdle({ seconds: idleMs / 1_000 }).message;
    await client.finish(isIdle ? { kind: 'failed', message } : outcome, words);
  } finally {
    idle.stop();
    session.signal.removeEventListener('abort', stop);
    bridged.stop();
  }
}

function channelProtocol(name: string | undefined) {
  const [best] = COMMAND_PROTOCOLS;
  const found = CHANNEL_PROTOCOLS.find((protocol) => protocol.name === (name ?? best));
  if (found === undefined) throw new TypeError(`the protocol ${name} has no channels`);
  return found;
}

async function passSizes(
  sizes: NonNullable<CommandSession['streams']['resize']>,
  command: PodCommand,
  idle: IdleTimer,
): Promise<void> {
  for await (const size of sizes) {
    idle.touch();
    await command.resize(size);
  }
}

/** What breaks off ends the command, whose outcome has the reason. */
function background(work: Promise<void>): void {
  work.catch(() => undefined);
}

async function discard(source: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _bytes of source);
}
