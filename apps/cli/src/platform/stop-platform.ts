import { type DataDirectory, isHeld, isSameProcess, readEndpoints } from '../connection/index.ts';
import { startMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode, failureReason } from '../terminal/index.ts';

const POLL_MS = 50;
const PATIENCE_MS = 30_000;
/** Longer than a command holds the lock to check whether it is free. */
const GLANCE_MS = 300;

/** Stops the KubeMin of a data directory and waits until it has exited or the wait is interrupted. */
export async function stopPlatform(
  { clock, interrupted }: CommandContext,
  directory: DataDirectory,
): Promise<'stopped' | 'not-running'> {
  if (!isHeld(directory.lock, GLANCE_MS)) return 'not-running';
  const endpoints = await readEndpoints(directory.endpoints);
  // A killed one leaves its endpoints behind, and its id may be another program's by now, while a start or a restore holds the lock.
  if (endpoints === undefined || !isSameProcess(endpoints)) {
    throw new CliError(startMessages.stillStarting({ path: directory.path }), {
      code: 'STILL_STARTING',
      exitCode: ExitCode.conflict,
      hint: startMessages.tryAgain,
    });
  }
  signalStop(endpoints.pid);
  const patienceMs = PATIENCE_MS + (endpoints.nodes?.shutdownMs ?? 0);
  const deadline = clock.monotonic() + patienceMs;
  while (isHeld(directory.lock) && !interrupted.aborted) {
    if (clock.monotonic() > deadline) {
      throw new CliError(startMessages.hasNotStopped({ pid: endpoints.pid, seconds: patienceMs / 1000 }), {
        code: 'STOP_TIMED_OUT',
        exitCode: ExitCode.waitTimedOut,
        hint: startMessages.lookAtLog({ path: directory.log }),
      });
    }
    await clock.sleep(POLL_MS, interrupted);
  }
  return 'stopped';
}

function signalStop(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (cause) {
    throw new CliError(startMessages.cannotStop({ pid, why: failureReason(cause) }), {
      code: 'CANNOT_SIGNAL',
      exitCode: ExitCode.failed,
      hint: startMessages.asItsUser,
      cause,
    });
  }
}
