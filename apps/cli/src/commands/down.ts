import type { CommandContext } from '../command-context.ts';
import { ExitCode } from '../exit-code.ts';
import { startWords } from '../language/words/start.ts';
import { nearestDataDirectory } from '../locate.ts';
import { stopPlatform } from '../stop-platform.ts';

/** Stops the KubeMin of a data directory and waits until it is gone. */
export async function down(context: CommandContext): Promise<ExitCode> {
  const { terminal, language, interrupted } = context;
  const say = startWords[language];
  const directory = nearestDataDirectory(context);
  const outcome = await stopPlatform(context, directory);
  if (interrupted.aborted) return ExitCode.interrupted;
  const told = { stopped: say.stopped, 'not-running': say.doesNotRun };
  terminal.err(`${told[outcome](directory.path)}\n`);
  return ExitCode.ok;
}
