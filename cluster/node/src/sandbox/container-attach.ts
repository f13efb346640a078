import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@kubemin/base';
import type { CommandOutcome, ContainerStreams } from '@kubemin/kubeapi/stream';
import { runtimeMessages } from '../messages/index.ts';
import { type ContainerConfig, RuntimeError, readLogFiles } from '../runtime/index.ts';
import { followSizes } from './container-exec.ts';
import { rawLog } from './container-log.ts';
import type { HostPrograms } from './host-programs.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { runProgram } from './run-program.ts';

/** What a container reads as its standard input: a named pipe that its supervisor holds open. */
const INPUT_PIPE = 'stdin';
/** A line in this one has the supervisor let go of the other: the container then finds the end of its input. */
const CLOSE_PIPE = 'stdin.close';

/** Makes the pipes of a container that has a standard input. */
export async function makeInputPipes(
  directory: string,
  { stdin, stdinOnce }: ContainerConfig,
  { mkfifo }: HostPrograms,
): Promise<void> {
  if (!stdin) return;
  if (mkfifo === undefined) {
    throw new RuntimeError('CREATE_CONTAINER', runtimeMessages.mkfifoMissing);
  }
  const names = stdinOnce ? [INPUT_PIPE, CLOSE_PIPE] : [INPUT_PIPE];
  await runProgram([mkfifo, '-m', '600', ...names.map((name) => join(directory, name))]);
}

export interface AttachRequest {
  readonly directory: string;
  readonly config: ContainerConfig;
  readonly init: ProcessIdentity;
  readonly logFile: string;
  readonly streams: ContainerStreams;
  /** Aborts when the container has ended. */
  readonly ended: AbortSignal;
  readonly programs: HostPrograms;
  readonly clock: Clock;
}

/** Connects streams to the process of a container. Its output is what it logs from now on, both streams in one. */
export async function attachToContainer(request: AttachRequest, signal: AbortSignal): Promise<CommandOutcome> {
  const { directory, config, init, streams, ended, programs, clock } = request;
  const { stdin, resize } = streams;
  const over = new AbortController();
  const end = (): void => over.abort();
  for (const each of [signal, ended]) each.addEventListener('abort', end);
  let writer: ChildProcess | undefined;
  // What the container writes when it has read is not to be missed.
  const onPlaced = (): void => {
    if (config.stdin && stdin !== undefined) writer = writeInput(request);
  };
  const sizing = { clock, programs, leader: () => init.pid, isOver: () => over.signal.aborted };
  if (config.tty && resize !== undefined) void followSizes(resize, sizing);
  try {
    const options = { follow: true, timestamps: false, tailLines: 0, ended };
    const log = readLogFiles({ file: request.logFile, format: rawLog, onPlaced }, options, signal);
    for await (const bytes of log) await writeOutput(request, bytes, over);
    return { kind: 'exited', exitCode: 0 };
  } finally {
    over.abort();
    for (const each of [signal, ended]) each.removeEventListener('abort', end);
    if (writer !== undefined) {
      stdin?.unpipe();
      writer.kill('SIGKILL');
      await closeInput(directory);
    }
  }
}

/** A program writes, as it may wait for a container that does not read for as long as it likes. */
function writeInput({ directory, streams, programs }: AttachRequest): ChildProcess {
  const words = [`of=${join(directory, INPUT_PIPE)}`, 'bs=65536', 'conv=notrunc'];
  const child = spawn(programs.dd, words, { env: {}, stdio: ['pipe', 'ignore', 'ignore'] });
  child.on('error', () => undefined);
  child.on('exit', () => void closeInput(directory));
  const { stdin } = child;
  stdin.on('error', () => undefined);
  streams.stdin?.pipe(stdin);
  return child;
}

async function writeOutput({ streams }: AttachRequest, bytes: Uint8Array, over: AbortController): Promise<void> {
  const { stdout } = streams;
  if (stdout === undefined || stdout.destroyed || stdout.write(bytes)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const event of ['drain', 'close', 'error']) stdout.once(event, () => resolve());
  over.signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
}

/** Ends the input of a container that has it once; nothing for others, and when it has ended before. */
export async function closeInput(directory: string): Promise<void> {
  try {
    // Does not wait for a reader.
    const pipe = await open(join(directory, CLOSE_PIPE), constants.O_WRONLY | constants.O_NONBLOCK);
    await pipe.write('close\n');
    await pipe.close();
  } catch {
    // There is no such pipe, or no reader: the input stays open, or has ended already.
  }
}
