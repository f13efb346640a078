import {
  choosePlatform,
  type DataDirectory,
  findPlatform,
  localDataDirectory,
  readEndpoints,
  startCommand,
} from '../connection/index.ts';
import { connectMessages, startMessages } from '../messages/index.ts';
import { stopMachineNode, stopPlatform } from '../platform/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';

/** Stops the KubeMin of a data directory and waits until it is gone. */
export async function down(context: CommandContext): Promise<ExitCode> {
  const { terminal, translate, interrupted } = context;
  const directory = await stoppedDirectory(context);
  const endpoints = await readEndpoints(directory.endpoints);
  const outcome = await stopPlatform(context, directory);
  if (interrupted.aborted) return ExitCode.interrupted;
  // Pods outlive a platform that was killed.
  const leftPods = await stopMachineNode(directory, context.clock);
  const stopped =
    endpoints?.command === 'server'
      ? translate(startMessages.serverStopped)
      : translate(startMessages.stopped({ command: startCommand(context, directory) }));
  terminal.err(
    `${outcome === 'stopped' ? stopped : leftPods ? translate(startMessages.podsStopped({ path: directory.path })) : translate(startMessages.doesNotRun({ path: directory.path }))}\n`,
  );
  return ExitCode.ok;
}

/** The one that is meant, as for other commands; but where several run and none is here, a guess could stop the wrong one. */
async function stoppedDirectory(context: CommandContext): Promise<DataDirectory> {
  const { contextName, env } = context;
  // The message at the end names the directory.
  const chosen = await choosePlatform({ ...context, terminal: { ...context.terminal, err: () => undefined } });
  if (chosen.kind === 'directory' && chosen.context !== undefined) return chosen.directory;
  if (chosen.kind === 'address' && (contextName !== undefined || env.KUBEMIN_URL)) {
    throw new CliError(connectMessages.notOfThisMachine({ url: chosen.url }), {
      code: 'PLATFORM_ELSEWHERE',
      exitCode: ExitCode.usage,
      hint: connectMessages.selectDirectory,
    });
  }
  const { directory, running } = findPlatform(context);
  if (running.length < 2 || directory.path === localDataDirectory(context).path) return directory;
  const all = running.map((each) => `${each.directory.path} (${each.endpoints.platform})`).join(', ');
  throw new CliError(connectMessages.severalRun({ running: all }), {
    code: 'SEVERAL_PLATFORMS',
    exitCode: ExitCode.usage,
    hint: connectMessages.selectDirectory,
  });
}
