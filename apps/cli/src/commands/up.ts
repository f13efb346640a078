import { upDataDirectory } from '../connection/find-platform.ts';
import type { ExitCode } from '../errors/cli-error.ts';
import { upMessages } from '../messages/up.ts';
import type { DemoMode } from '../platform/demo.ts';
import { withDiskAdvice } from '../platform/disk-reserve.ts';
import { loadSettings } from '../settings/load-settings.ts';
import type { SettingFlags } from '../settings/read-settings.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { saveCompileCache } from '../terminal/compile-cache.ts';
import { joinPlatform, runningPlatform } from '../up/running-platform.ts';
import { requireSameSettings } from '../up/setting-differences.ts';

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
    const { startInForeground } = await import('../up/foreground-start.ts');
    const options = { values, directory, demo, onStarted: saveCompileCache };
    return withDiskAdvice(directory, () => startInForeground(context, options));
  }
  const { startDetached } = await import('../up/detached-start.ts');
  const started = await withDiskAdvice(directory, () => startDetached(context, directory, flags));
  requireSameSettings(started.endpoints, values, directory);
  return joinPlatform(context, started, { directory, demo });
}

function demoMode({ demo, demoOnce }: Pick<UpOptions, 'demo' | 'demoOnce'>): DemoMode | undefined {
  if (demo) return 'always';
  return demoOnce ? 'once' : undefined;
}
