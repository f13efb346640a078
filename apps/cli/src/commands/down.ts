import { existsSync } from 'node:fs';
import { toError } from '@kubemin/base';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import { acquireDirectoryLock } from '../directory-lock.ts';
import { readEndpoints } from '../endpoints-file.ts';
import { ExitCode } from '../exit-code.ts';
import { nearestDataDirectory } from '../locate.ts';

const POLL_MS = 50;
const PATIENCE_MS = 30_000;

/** Stops the KubeMin of a data directory and waits until it is gone. */
export async function down(context: CommandContext): Promise<ExitCode> {
  const { terminal, clock, interrupted } = context;
  const directory = nearestDataDirectory(context);
  if (!isHeld(directory.lock)) {
    terminal.err(`KubeMin does not run on ${directory.path}\n`);
    return ExitCode.ok;
  }
  const endpoints = await readEndpoints(directory.endpoints);
  if (endpoints === undefined) {
    throw new CliError(`KubeMin on ${directory.path} is still starting`, {
      code: 'STILL_STARTING',
      exitCode: ExitCode.conflict,
      hint: 'try again in a moment, or press Ctrl-C where it was started',
    });
  }
  try {
    process.kill(endpoints.pid, 'SIGTERM');
  } catch (cause) {
    throw new CliError(`process ${endpoints.pid} cannot be stopped: ${toError(cause).message}`, {
      code: 'CANNOT_SIGNAL',
      exitCode: ExitCode.failed,
      hint: 'stop it as the user who started it',
      cause,
    });
  }
  const deadline = clock.monotonic() + PATIENCE_MS;
  while (isHeld(directory.lock)) {
    if (interrupted.aborted) return ExitCode.interrupted;
    if (clock.monotonic() > deadline) {
      throw new CliError(`process ${endpoints.pid} has not stopped within ${PATIENCE_MS / 1000} s`, {
        code: 'STOP_TIMED_OUT',
        exitCode: ExitCode.waitTimedOut,
        hint: `look at ${directory.log}; nothing is lost if the process is killed`,
      });
    }
    await clock.sleep(POLL_MS, interrupted);
  }
  terminal.err(`stopped; kubemin up --data-dir ${directory.path} brings everything back\n`);
  return ExitCode.ok;
}

function isHeld(lockPath: string): boolean {
  if (!existsSync(lockPath)) return false;
  const lock = acquireDirectoryLock(lockPath);
  lock?.release();
  return lock === undefined;
}
