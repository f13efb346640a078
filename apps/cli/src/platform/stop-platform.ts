import { toError } from '@kubemin/base';
import type { DataDirectory } from '../connection/data-directory.ts';
import { isHeld } from '../connection/directory-lock.ts';
import { isSameProcess, readEndpoints } from '../connection/endpoints-file.ts';
import { CliError } from '../errors/cli-error.ts';
import { ExitCode } from '../errors/exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { startWords } from '../language/words/start.ts';
import type { CommandContext } from '../terminal/command-context.ts';

const POLL_MS = 50;
const PATIENCE_MS = 30_000;
/** Longer than any command holds the lock that only looks whether somebody does. */
const GLANCE_MS = 300;

/** Stops the KubeMin of a data directory and waits until it is gone, or somebody interrupts the wait. */
export async function stopPlatform(
  { clock, interrupted }: CommandContext,
  directory: DataDirectory,
): Promise<'stopped' | 'not-running'> {
  if (!isHeld(directory.lock, GLANCE_MS)) return 'not-running';
  const endpoints = await readEndpoints(directory.endpoints);
  // A killed one leaves its endpoints behind, and its id may be another program's by now, while a start or a restore holds the lock.
  if (endpoints === undefined || !isSameProcess(endpoints)) {
    throw new CliError(
      inBoth(startWords, (say) => say.stillStarting(directory.path)),
      { code: 'STILL_STARTING', exitCode: ExitCode.conflict, hint: inBoth(startWords, (say) => say.tryAgain) },
    );
  }
  signalStop(endpoints.pid);
  const deadline = clock.monotonic() + PATIENCE_MS;
  while (isHeld(directory.lock) && !interrupted.aborted) {
    if (clock.monotonic() > deadline) {
      throw new CliError(
        inBoth(startWords, (say) => say.hasNotStopped(endpoints.pid, PATIENCE_MS / 1000)),
        {
          code: 'STOP_TIMED_OUT',
          exitCode: ExitCode.waitTimedOut,
          hint: inBoth(startWords, (say) => say.lookAtLog(directory.log)),
        },
      );
    }
    await clock.sleep(POLL_MS, interrupted);
  }
  return 'stopped';
}

function signalStop(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (cause) {
    throw new CliError(
      inBoth(startWords, (say) => say.cannotStop(pid, toError(cause).message)),
      {
        code: 'CANNOT_SIGNAL',
        exitCode: ExitCode.failed,
        hint: inBoth(startWords, (say) => say.asItsUser),
        cause,
      },
    );
  }
}
