import { upDataDirectory } from '../connection/index.ts';
import { upMessages } from '../messages/index.ts';
import {
  type DemoMode,
  joinPlatform,
  requireSameSettings,
  runningPlatform,
  withDiskAdvice,
} from '../platform/index.ts';
import { loadSettings, type SettingFlags } from '../settings/index.ts';
import { type CommandContext, type ExitCode, saveCompileCache } from '../terminal/index.ts';

export interface UpOptions {
  readonly demo: boolean;
  readonly demoOnce: boolean;
  readonly detach: boolean;
  readonly flags: SettingFlags;
}

/** Starts KubeMin and stays, or starts it in the background. One that runs already is left as it is, and shown. */
export async function up(context: CommandContext, { detach, flags, ...wish }: UpOptions): Promise<ExitCode> {
  const demo = demoMode(wish);
  const values = await loadSettings(context, { command: 'up', flags });
  const directory = upDataDirectory(context);
  const running = await runningPlatform(context, directory);
  if (running !== undefined) {
    requireSameSettings(running.endpoints, values, directory);
    context.terminal.err(
      `${context.translate(upMessages.runsAlready({ directory: directory.path, pid: running.endpoints.pid }))}\n`,
    );
    return joinPlatform(context, running, { directory, demo });
  }
  if (!detach) {
    const { startInForeground } = await import('../platform/index.ts');
    const options = { values, directory, demo, onStarted: saveCompileCache };
    return withDiskAdvice(directory, () => startInForeground(context, options));
  }
  const { startDetached } = await import('../platform/index.ts');
  const started = await withDiskAdvice(directory, () => startDetached(context, directory, flags));
  requireSameSettings(started.endpoints, values, directory);
  return joinPlatform(context, started, { directory, demo });
}

function demoMode({ demo, demoOnce }: Pick<UpOptions, 'demo' | 'demoOnce'>): DemoMode | undefined {
  if (demo) return 'always';
  return demoOnce ? 'once' : undefined;
}
