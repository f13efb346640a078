import { constants, openSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { CommandOutcome, TerminalSize } from '@kubemin/kubeapi/stream';
import type { ExecRequest } from '../runtime/index.ts';
import { runProgram } from '../sandbox/index.ts';
import { containerd, PROCESS_TYPE } from './api/index.ts';
import { readContainerSpec } from './container-spec.ts';
import { type GrpcClient, GrpcError } from './grpc/index.ts';

const KILLED = 137;
const SIGKILL = 9;
const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;

export interface TaskExecOptions extends ExecRequest {
  readonly client: GrpcClient;
  readonly containerId: string;
  /** Identifies the command; not used before. */
  readonly execId: string;
  /** Where the pipes of commands are made; exists. */
  readonly directory: string;
  /** Absolute path. */
  readonly mkfifo: string;
}

/**
 * Runs a command as a further process of a task of containerd, over named pipes of our own: other than over its streaming server, input ends on its
 * own, and a command whose caller is gone is killed.
 */
export async function execInTask(options: TaskExecOptions, signal: AbortSignal): Promise<CommandOutcome> {
  const { client, containerId, execId, tty, streams } = options;
  const process = { containerId, execId };
  const pipes = await CommandPipes.open(options);
  let exists = false;
  try {
    const spec = { typeUrl: PROCESS_TYPE, value: await processSpec(options) };
    await client.call(containerd.exec, { ...process, ...pipes.paths, terminal: tty, spec });
    exists = true;
    await client.call(containerd.start, process);
    pipes.started();
    const ended = client.call(containerd.wait, process);
    const closeInput = async (): Promise<void> => {
      await client.call(containerd.closeIo, { ...process, stdin: true }).catch(() => undefined);
    };
    const copying = pipes.connect(streams, closeInput);
    if (tty && streams.resize !== undefined) void followSizes(options, streams.resize);
    const exitCode = await Promise.race([
      ended.then(async ({ exitStatus = 0 }) => {
        await copying;
        return exitStatus;
      }),
      aborted(signal),
    ]);
    if (exitCode !== undefined) return { kind: 'exited', exitCode };
    await client.call(containerd.kill, { ...process, signal: SIGKILL }).catch(() => undefined);
    await ended.catch(() => undefined);
    return { kind: 'exited', exitCode: KILLED };
  } catch (error) {
    if (!(error instanceof GrpcError)) throw error;
    return { kind: 'failed', message: startProblem(error.message) };
  } finally {
    if (exists) void client.call(containerd.deleteProcess, process).catch(() => undefined);
    await pipes.close();
  }
}

/** The reason why a program was not started, without the names of the programs that have passed it on. */
export function startProblem(message: string): string {
  const found = /exec: "(?:[^"\\]|\\.)*": .*/s.exec(message)?.[0] ?? message;
  return found.replace(/: unknown$/, '');
}

/** The process of the container with another command. */
async function processSpec({ client, containerId, command, tty }: TaskExecOptions): Promise<Buffer> {
  const { spec } = await readContainerSpec(client, containerId);
  const { env } = spec.process;
  const own = Array.isArray(env) ? env.map(String) : [];
  const terminal = tty && !own.some((each) => each.startsWith('TERM=')) ? ['TERM=xterm'] : [];
  const changed = { ...spec.process, args: command, terminal: tty, env: [...own, ...terminal] };
  return Buffer.from(JSON.stringify(changed));
}

async function followSizes(
  { client, containerId, execId }: TaskExecOptions,
  sizes: AsyncIterable<TerminalSize>,
): Promise<void> {
  for await (const size of sizes) {
    // The command may have ended.
    await client.call(containerd.resizePty, { containerId, execId, ...size }).catch(() => undefined);
  }
}

/** Resolves with undefined when the signal aborts. */
function aborted(signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  if (signal.aborted) resolve(undefined);
  signal.addEventListener('abort', () => resolve(undefined), { once: true });
  return promise;
}

interface OutputPipe {
  readonly name: 'stdout' | 'stderr';
  readonly pipe: Socket;
}

/** The pipes that the shim of a container connects a command with. */
class CommandPipes {
  readonly paths: { readonly stdin: string; readonly stdout: string; readonly stderr: string };
  readonly #directory: string;
  readonly #stdin: Socket | undefined;
  readonly #outputs: readonly OutputPipe[];
  /** Keep outputs from ending before the shim has opened them. */
  #holders: readonly Socket[];

  private constructor(
    directory: string,
    paths: CommandPipes['paths'],
    opened: {
      readonly stdin: Socket | undefined;
      readonly outputs: readonly OutputPipe[];
      readonly holders: readonly Socket[];
    },
  ) {
    this.#directory = directory;
    this.paths = paths;
    this.#stdin = opened.stdin;
    this.#outputs = opened.outputs;
    this.#holders = opened.holders;
  }

  static async open({ directory: parent, execId, mkfifo, streams, tty }: TaskExecOptions): Promise<CommandPipes> {
    const directory = join(parent, execId);
    const path = (name: string): string => join(directory, name);
    await mkdir(directory, { mode: 0o700 });
    const outputs = tty ? (['stdout'] as const) : (['stdout', 'stderr'] as const);
    const hasInput = streams.stdin !== undefined;
    const names = [...(hasInput ? ['stdin'] : []), ...outputs];
    await runProgram([mkfifo, '-m', '600', ...names.map(path)]);
    const paths = {
      stdin: hasInput ? path('stdin') : '',
      stdout: path('stdout'),
      stderr: tty ? '' : path('stderr'),
    };
    const openedOutputs: OutputPipe[] = [];
    const holders: Socket[] = [];
    for (const name of outputs) {
      const pipe = openPipe(path(name), O_RDONLY);
      openedOutputs.push({ name, pipe });
      holders.push(openPipe(path(name), O_WRONLY));
    }
    // For both: there is no reader yet.
    const stdin = hasInput ? openPipe(path('stdin'), O_RDWR) : undefined;
    return new CommandPipes(directory, paths, { stdin, outputs: openedOutputs, holders });
  }

  /** The shim has opened its ends. */
  started(): void {
    for (const holder of this.#holders) holder.destroy();
    this.#holders = [];
  }

  /** Connects the streams of a caller. Resolves when the output has ended and was written. */
  async connect(streams: ExecRequest['streams'], closeInput: () => Promise<void>): Promise<void> {
    const stdin = this.#stdin;
    if (stdin !== undefined && streams.stdin !== undefined) {
      void writeInput(streams.stdin, stdin).then(closeInput);
    }
    await Promise.all(this.#outputs.map(({ name, pipe }) => copyOutput(pipe, streams[name])));
  }

  async close(): Promise<void> {
    this.started();
    for (const { pipe } of this.#outputs) pipe.destroy();
    this.#stdin?.destroy();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** A pipe that nothing waits for. */
function openPipe(path: string, flags: number): Socket {
  const isWriter = flags !== O_RDONLY;
  const pipe = new Socket({ fd: openSync(path, flags | O_NONBLOCK), readable: !isWriter, writable: isWriter });
  pipe.on('error', () => undefined);
  return pipe;
}

/** Resolves when all input is in the pipe, which is closed then; other than a socket it cannot be ended. */
function writeInput(from: Readable, pipe: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  from.pipe(pipe, { end: false });
  const end = (): void => {
    pipe.write('', () => {
      pipe.destroy();
      resolve();
    });
  };
  if (from.readableEnded) end();
  else from.once('end', end).once('error', end);
  pipe.once('close', () => from.unpipe(pipe));
  return promise;
}

/** Resolves when all is written. A reader that is gone does not hold up the command. */
function copyOutput(from: Socket, to: Writable | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  from.on('end', resolve).on('close', resolve);
  if (to === undefined) {
    from.resume();
    return promise;
  }
  from.pipe(to, { end: false });
  to.on('error', () => {
    from.unpipe(to);
    from.resume();
    resolve();
  });
  return promise;
}
