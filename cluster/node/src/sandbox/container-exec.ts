import { type ChildProcess, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Clock } from '@kubemin/base';
import type { CommandOutcome, ContainerStreams, TerminalSize } from '@kubemin/kubeapi/stream';
import { type ContainerConfig, type ExecRequest, RootPaths } from '../runtime/index.ts';
import { boundingSet, findCapabilities } from './capabilities.ts';
import { commandProblem, userWords } from './container-files.ts';
import type { ContainerTools, HostPrograms } from './host-programs.ts';
import { type ProcessIdentity, pidNamespace } from './process-identity.ts';
import { runProgram } from './run-program.ts';
import { readIfPresent } from './runtime-records.ts';
import { shellQuote, withEnvironment } from './scripts.ts';

export interface ContainerCommand extends ExecRequest {
  /** Process 1 of the container. */
  readonly init: ProcessIdentity;
  readonly config: ContainerConfig;
  /** The file that environmentScript made for the container. */
  readonly environmentFile: string;
  readonly programs: HostPrograms;
  readonly tools: ContainerTools;
  /** The words that run a command in the namespaces of the node. */
  readonly enter: readonly string[];
  /** See ContainerFilesOptions. */
  readonly hasUserRange: boolean;
  readonly clock: Clock;
}

const KILLED = 137;
const SIGNAL_NUMBERS: Readonly<Partial<Record<NodeJS.Signals, number>>> = { SIGKILL: 9, SIGTERM: 15, SIGINT: 2 };

/** Runs a command in the namespaces, as the user and with the environment of a container. */
export async function runInContainer(request: ContainerCommand, signal: AbortSignal): Promise<CommandOutcome> {
  const { init, config, command, streams, tty, enter } = request;
  const paths = new RootPaths({ layers: [`/proc/${init.pid}/root`] });
  const search = config.environment.PATH;
  const problem = commandProblem(command[0] ?? '', search, paths, config.workingDirectory || '/');
  if (problem !== undefined) return { kind: 'failed', message: problem };
  const words = tty
    ? inTerminal(request.programs, containerWords(request), ownTerminal(request))
    : containerWords(request);
  const [program = '', ...rest] = [...enter, ...words];
  const environment = await open(request.environmentFile);
  try {
    const stdio = ['pipe', 'pipe', 'pipe', tty ? 'pipe' : 'ignore', environment.fd] as const;
    const child = spawn(program, rest, { env: {}, stdio: [...stdio] });
    const reported = tty ? readExitCode(child.stdio[3]) : undefined;
    const sizing = {
      ...{ clock: request.clock, programs: request.programs, isOver: () => child.exitCode !== null },
      // At first the command has no terminal yet.
      leader: () => firstChild(child.pid),
    };
    if (tty && streams.resize !== undefined) void followSizes(streams.resize, sizing);
    const outcome = await runToEnd(child, tty ? { ...streams, stderr: streams.stdout } : streams, signal);
    const exitCode = signal.aborted ? undefined : await reported;
    return exitCode === undefined ? outcome : { kind: 'exited', exitCode };
  } finally {
    await environment.close();
  }
}

/**
 * Runs a command as a process group of its own in the foreground of the terminal. The process that enters a container has its
 * group outside of the PID namespace, where its number is 0: a shell with job control that begins in such a group cannot give the terminal back
 * when it ends, and fails with a code of its own. This shell has that problem in place of the command, so the code of the
 * command is written to descriptor 3. A command that is stopped (codes 147 to 150) continues: there is no shell to type `fg` in.
 */
const FOREGROUND_SCRIPT = `
set -m
"$@" 3>&-
code=$?
while [ "$code" -ge 147 ] && [ "$code" -le 150 ] && fg >/dev/null 2>&1; do code=$?; done
echo "$code" >&3
exec 2>/dev/null 3>&-
`;

/** The code that FOREGROUND_SCRIPT has written; undefined when it was ended before. */
async function readExitCode(report: ChildProcess['stdio'][3]): Promise<number | undefined> {
  if (!(report instanceof Socket)) return undefined;
  const code = Number.parseInt(await text(report), 10);
  return Number.isSafeInteger(code) ? code : undefined;
}

/** The user of the container may open its terminal again by its name. */
function ownTerminal({ config: { user }, programs, hasUserRange }: ContainerCommand): string {
  if (!hasUserRange || user.uid === 0) return '';
  return `${shellQuote(programs.chown)} ${user.uid} /proc/self/fd/0 2>/dev/null; `;
}

type OpenStreams = { readonly [Name in 'stdin' | 'stdout' | 'stderr']?: ContainerStreams[Name] | undefined };

/** Connects streams to a process until it has ended, or the signal aborts: then it is killed, and nothing is waited for. */
async function runToEnd(child: ChildProcess, streams: OpenStreams, signal: AbortSignal): Promise<CommandOutcome> {
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new TypeError('the process has no pipes');
  const { promise, resolve } = Promise.withResolvers<CommandOutcome>();
  const kill = (): void => {
    killCommand(child);
    // Children of the command may hold its output open for as long as they like.
    stdout.destroy();
    stderr.destroy();
    resolve({ kind: 'exited', exitCode: KILLED });
  };
  signal.addEventListener('abort', kill);
  const outputs = [copy(stdout, streams.stdout), copy(stderr, streams.stderr)];
  stdin.on('error', () => undefined);
  if (streams.stdin === undefined) stdin.end();
  else streams.stdin.pipe(stdin);
  child.on('error', (error) => resolve({ kind: 'failed', message: error.message }));
  child.on('exit', (code, ended) => {
    const number = ended === null ? undefined : SIGNAL_NUMBERS[ended];
    resolve({ kind: 'exited', exitCode: code ?? (number === undefined ? KILLED : 128 + number) });
  });
  if (signal.aborted) kill();
  try {
    const outcome = await promise;
    await Promise.all(outputs);
    return outcome;
  } finally {
    signal.removeEventListener('abort', kill);
    streams.stdin?.unpipe(stdin);
    stdin.destroy();
  }
}

/** Enters the container and becomes the command; the kernel ends the command when the process that entered is killed. */
function containerWords(request: ContainerCommand): readonly string[] {
  const { init, config, programs, tools, command, tty, hasUserRange } = request;
  const own = hasUserRange ? [] : ['-U', '--preserve-credentials'];
  const namespaces = ['-p', '-n', '-i', '-u', '-m', ...own];
  // -w would open the directory of this machine, and be a way out of the container.
  const directory = `--wdns=${config.workingDirectory || '/'}`;
  const terminal = tty && config.environment.TERM === undefined ? [...tools.command('env'), 'TERM=xterm'] : [];
  const user = hasUserRange ? [...userWords(config), '--inh-caps=-all'] : singleUserWords(config);
  const endsWithParent = ['--pdeathsig', 'KILL', '--'];
  const foreground = [
    ...[...tools.command('sh'), '-c', FOREGROUND_SCRIPT, 'kubemin-foreground'],
    ...[...tools.command('setpriv'), ...endsWithParent],
  ];
  return [
    ...[programs.nsenter, '-t', String(init.pid), ...namespaces, directory, '--'],
    ...[...tools.command('setpriv'), ...user, ...endsWithParent],
    ...(tty ? foreground : []),
    ...[...withEnvironment(tools), ...terminal, ...command],
  ];
}

function singleUserWords({ user, rights }: ContainerConfig): readonly string[] {
  const allowed = boundingSet(findCapabilities(rights));
  // Other users lose them when they execute a program.
  return ['--no-new-privs', ...(user.uid === 0 ? [`--bounding-set=${allowed}`] : [])];
}

/** The words that run a command with a terminal of its own. */
export function inTerminal({ script }: HostPrograms, words: readonly string[], setup = ''): readonly string[] {
  return [script, '-q', '-e', '-f', '-c', `${setup}exec ${words.map(shellQuote).join(' ')}`, '/dev/null'];
}

/**
 * Kills the command alone where there is one: the process that entered the container waits for it and ends. Without that
 * one it would be left to process 1 of the machine, which may be slow, and the container could not end before.
 */
function killCommand(child: ChildProcess): void {
  const outside = pidNamespace('self');
  let pid = child.pid;
  while (pid !== undefined && pidNamespace(pid) === outside) {
    pid = firstChild(pid);
  }
  if (pid === undefined || pidNamespace(pid) === undefined) {
    child.kill('SIGKILL');
    return;
  }
  try {
    // With a terminal the command ends with this one, see FOREGROUND_SCRIPT.
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/** Resolves when all is written. A reader that is gone does not hold up the command. */
async function copy(from: Readable, to: Writable | undefined): Promise<void> {
  if (to === undefined) {
    from.resume();
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  from.pipe(to, { end: false });
  from
    .on('end', resolve)
    .on('close', resolve)
    .on('error', () => resolve());
  to.on('error', () => {
    from.unpipe(to);
    from.resume();
    resolve();
  });
  return promise;
}

const SIZE_TRIES = 100;
const SIZE_PAUSE_MS = 20;

/** Whose terminal gets sizes. */
interface Sizing {
  readonly clock: Clock;
  readonly programs: HostPrograms;
  /** A process that has the terminal as its standard input; undefined while there is none. */
  readonly leader: () => number | undefined;
  readonly isOver: () => boolean;
}

/** Sets the size of a terminal each time that one arrives. */
export async function followSizes(sizes: AsyncIterable<TerminalSize>, sizing: Sizing): Promise<void> {
  for await (const size of sizes) {
    for (let tries = 0; tries < SIZE_TRIES && !sizing.isOver(); tries += 1) {
      if (await setSize(size, sizing)) break;
      await sizing.clock.sleep(SIZE_PAUSE_MS);
    }
  }
}

async function setSize({ width, height }: TerminalSize, { programs, leader }: Sizing): Promise<boolean> {
  const pid = leader();
  if (pid === undefined) return false;
  const script = 'exec "$1" rows "$2" cols "$3" <"/proc/$4/fd/0"';
  const words = [programs.stty, String(height), String(width), String(pid)];
  try {
    await runProgram([programs.sh, '-c', script, 'kubemin-resize', ...words]);
    return true;
  } catch {
    return false;
  }
}

/** The child that `script` has given its terminal to; the first of those that any other process has. */
function firstChild(pid: number | undefined): number | undefined {
  const child = Number.parseInt(readIfPresent(`/proc/${pid}/task/${pid}/children`), 10);
  return Number.isSafeInteger(child) ? child : undefined;
}
