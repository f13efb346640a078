import { toError } from '@kubemin/base';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import { isHeld } from '../directory-lock.ts';
import { readEndpoints } from '../endpoints-file.ts';
import { ExitCode } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { startWords } from '../language/words/start.ts';
import { nearestDataDirectory } from '../locate.ts';

const POLL_MS = 50;
const PATIENCE_MS = 30_000;

/** Stops the KubeMin of a data directory and waits until it is gone. */
export async function down(context: CommandContext): Promise<ExitCode> {
  const { terminal, clock, interrupted, language } = context;
  const say = startWords[language];
  const directory = nearestDataDirectory(context);
  if (!isHeld(directory.lock)) {
    terminal.err(`${say.doesNotRun(directory.path)}\n`);
    return ExitCode.ok;
  }
  const endpoints = await readEndpoints(directory.endpoints);
  if (endpoints === undefined) {
    throw new CliError(
      inBoth(startWords, (words) => words.stillStarting(directory.path)),
      {
        code: 'STILL_STARTING',
        exitCode: ExitCode.conflict,
        hint: inBoth(startWords, (words) => words.tryAgain),
      },
    );
  }
  try {
    process.kill(endpoints.pid, 'SIGTERM');
  } catch (cause) {
    throw new CliError(
      inBoth(startWords, (words) => words.cannotStop(endpoints.pid, toError(cause).message)),
      {
        code: 'CANNOT_SIGNAL',
        exitCode: ExitCode.failed,
        hint: inBoth(startWords, (words) => words.asItsUser),
        cause,
      },
    );
  }
  const deadline = clock.monotonic() + PATIENCE_MS;
  while (isHeld(directory.lock)) {
    if (interrupted.aborted) return ExitCode.interrupted;
    if (clock.monotonic() > deadline) {
      throw new CliError(
        inBoth(startWords, (words) => words.hasNotStopped(endpoints.pid, PATIENCE_MS / 1000)),
        {
          code: 'STOP_TIMED_OUT',
          exitCode: ExitCode.waitTimedOut,
          hint: inBoth(startWords, (words) => words.lookAtLog(directory.log)),
        },
      );
    }
    await clock.sleep(POLL_MS, interrupted);
  }
  terminal.err(`${say.stopped(directory.path)}\n`);
  return ExitCode.ok;
}
