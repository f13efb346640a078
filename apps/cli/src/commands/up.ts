import { upDataDirectory } from '../connection/find-platform.ts';
import type { ExitCode } from '../errors/cli-error.ts';
import { upMessages } from '../messages/up.ts';
import type { DemoWish } from '../platform/demo.ts';
import { withDiskAdvice } from '../platform/disk-reserve.ts';
import { loadSettings } from '../settings/load-settings.ts';
import type { SettingFlags } from '../settings/read-settings.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { keepCompiledCode } from '../terminal/compiled-code.ts';
import { mustAgree } from '../up/agreement.ts';
import { joinPlatform, runningPlatform } from '../up/running-platform.ts';

export interface UpOptions {
  readonly demo: boolean;
  readonly demoOnce: boolean;
  readonly detach: boolean;
  readonly flags: SettingFlags;
}

/** Starts KubeMin and stays, or starts it in the background. One that runs already is left as it is, and shown. */
export async function up(context: CommandContext, { detach, flags, ...wish }: UpOptions): Promise<ExitCode> {
  const demo = demoWish(wish);
  const values = await loadSettings(context, { command: 'up', flags });
  const directory = upDataDirectory(context);
  const running = await runningPlatform(context, directory);
  if (running !== undefined) {
    mustAgree(running.endpoints, values, directory);
    context.terminal.err(
      `${context.translate(upMessages.runsAlready({ directory: directory.path, pid: running.endpoints.pid }))}\n`,
    );
    return joinPlatform(context, running, { directory, demo });
  }
  if (!detach) {
    const { startInForeground } = await import('../up/foreground-start.ts');
    const options = { values, directory, demo, onStarted: keepCompiledCode };
    return withDiskAdvice(directory, () => startInForeground(context, options));
  }
  const { startDetached } = await import('../up/detached-start.ts');
  const started = await withDiskAdvice(directory, () => startDetached(context, directory, flags));
  mustAgree(started.endpoints, values, directory);
  return joinPlatform(context, started, { directory, demo });
}

function demoWish({ demo, demoOnce }: Pick<UpOptions, 'demo' | 'demoOnce'>): DemoWish | undefined {
  if (demo) return 'always';
  return demoOnce ? 'once' : undefined;
}
