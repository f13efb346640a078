import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { findDiskProblem } from '@kubemin/base/machine';
import { type DataDirectory, prepareDataDirectory, readEndpoints } from '../../connection/index.ts';
import { upMessages } from '../../messages/index.ts';
import { ALL_SETTINGS, type RawValue, type Setting, type SettingFlags, settingVariable } from '../../settings/index.ts';
import { CliError, type CommandContext, ExitCode } from '../../terminal/index.ts';
import { startOnFullDisk } from '../disk-reserve.ts';
import { notWaitedFor, type RunningPlatform, runningPlatform } from './running-platform.ts';

const POLL_MS = 25;
const PATIENCE_MS = 60_000;

/**
 * Starts `up` as a process of its own that outlives this one and its terminal, and waits until it can be talked to.
 * If another start was faster, that one is returned, whatever its settings. Throws a CliError with its output
 * when it ends before that.
 */
export async function startDetached(
  context: CommandContext,
  directory: DataDirectory,
  flags: SettingFlags,
): Promise<RunningPlatform> {
  const { terminal } = context;
  await prepareDataDirectory(directory);
  const log = await newStartLog(directory);
  try {
    const [executable, ...before] = context.program;
    const handed = toArguments(flags);
    const words = ['up', '--data-dir', directory.path, '--lang', context.translate.language, ...handed.words];
    const child = spawn(executable, [...before, ...words], {
      cwd: context.cwd,
      env: { ...context.env, ...handed.variables },
      detached: true,
      stdio: ['ignore', 'ignore', log.fd],
    });
    const outcome = await Promise.race([ended(child), waitUntilReady(context, directory, child)]);
    child.unref();
    const output = await readContent(log);
    if (outcome.kind !== 'ready' && !foundAnother(outcome)) throw notStarted(directory, outcome, output);
    if (outcome.kind === 'ready') terminal.err(output);
    const running = await runningPlatform(context, directory);
    if (running === undefined) throw notStarted(directory, childExit(child), output);
    return running;
  } finally {
    await log.close();
  }
}

/** With an exit code, or by a signal. */
interface Ended {
  readonly kind: 'ended';
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

type Outcome = { readonly kind: 'ready' } | Ended | { readonly kind: 'late' } | { readonly kind: 'left' };

/** Another start was faster: ours left it alone, or joined it. */
function foundAnother(outcome: Outcome): boolean {
  return outcome.kind === 'ended' && (outcome.exitCode === ExitCode.conflict || outcome.exitCode === ExitCode.ok);
}

/** A file of this start's own: another one that begins at the same time takes over the name, and leaves ours as it is. */
async function newStartLog({ startLog }: DataDirectory): Promise<FileHandle> {
  for (;;) {
    await rm(startLog, { force: true });
    try {
      return await open(startLog, 'ax+', 0o600);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

async function readContent(file: FileHandle): Promise<string> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), { position: 0 });
  return buffer.toString('utf8', 0, bytesRead);
}

async function ended(child: ChildProcess): Promise<Outcome> {
  // A child that cannot be spawned never exits; `once` throws its error.
  await once(child, 'exit');
  return childExit(child);
}

function childExit({ exitCode, signalCode }: ChildProcess): Ended {
  return { kind: 'ended', exitCode, signal: signalCode };
}

/** The process writes its endpoints when everything listens. Ctrl-C here leaves it starting. */
async function waitUntilReady(
  { clock, interrupted, timeoutMs = PATIENCE_MS }: CommandContext,
  directory: DataDirectory,
  child: ChildProcess,
): Promise<Outcome> {
  const deadline = clock.monotonic() + timeoutMs;
  const lives = (): boolean => child.exitCode === null && child.signalCode === null;
  while (clock.monotonic() < deadline && !interrupted.aborted && lives()) {
    const endpoints = await readEndpoints(directory.endpoints);
    if (endpoints?.pid === child.pid) return { kind: 'ready' };
    await clock.sleep(POLL_MS, interrupted);
  }
  if (!lives()) return childExit(child);
  return { kind: interrupted.aborted ? 'left' : 'late' };
}

function notStarted(directory: DataDirectory, outcome: Exclude<Outcome, { kind: 'ready' }>, output: string): CliError {
  if (outcome.kind === 'left') return notWaitedFor(directory);
  if (outcome.kind === 'late') {
    return new CliError(upMessages.stillStarting({ directory: directory.path }), {
      code: 'STILL_STARTING',
      exitCode: ExitCode.waitTimedOut,
      hint: upMessages.lookAt({ file: directory.startLog }),
    });
  }
  // The error of the process had no room in its log.
  if (output === '' && findDiskProblem(directory.path) !== undefined) return startOnFullDisk(directory);
  const code = Object.values(ExitCode).find((each) => each === outcome.exitCode && each !== ExitCode.ok);
  return new CliError(
    upMessages.childEnded({
      output: output.trimEnd(),
      signal: outcome.signal === null ? undefined : upMessages.endedBy({ signal: outcome.signal }),
    }),
    {
      code: 'START_FAILED',
      exitCode: code ?? ExitCode.failed,
      hint: upMessages.seeLogs({ file: directory.log }),
    },
  );
}

/** Flags on their way to another process. */
export interface FlagArguments {
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Flags as arguments of a command line, which every user of the machine can read; values that a setting hides go by
 * its variable.
 */
export function toArguments(flags: SettingFlags): FlagArguments {
  const all = [...flags].map(([flag, value]) => ({
    flag,
    value,
    text: typeof value === 'string' ? value : value.join(','),
  }));
  const hidden = all.filter(({ flag, value, text }) => text !== '' && hides(flag, value, text));
  return {
    words: all.filter((each) => !hidden.includes(each)).map(({ flag, text }) => `--${flag}=${text}`),
    variables: Object.fromEntries(hidden.map(({ flag, text }) => [settingVariable({ flag }), text])),
  };
}

function hides(flag: string, value: RawValue, text: string): boolean {
  const setting: Setting<unknown> | undefined = ALL_SETTINGS.find((each) => each.flag === flag);
  const reading = setting?.type.read(value);
  return setting !== undefined && reading?.kind === 'value' && setting.type.show(reading.value) !== text;
}
