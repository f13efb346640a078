import { Readable } from 'node:stream';
import { systemClock, systemRandom } from '@kubemin/base';
import { runCli } from '../commands/run-cli.ts';
import { configDirectory } from '../terminal/config-directory.ts';
import { readPreferences } from '../terminal/preferences.ts';
import type { Environment } from '../terminal/terminal.ts';
import type { FinishedKubemin } from './kubemin-process.ts';
import { RecordedTerminal } from './recorded-terminal.ts';

/** Where a command line is run. */
export interface HereOptions {
  readonly cwd: string;
  readonly env?: Environment;
  /** @default cwd */
  readonly homeDirectory?: string;
  /** What is piped in. */
  readonly piped?: string;
}

/**
 * Runs a command line in this process, without a terminal: the same from the reading of its arguments to its exit code,
 * and many times faster than a process of its own.
 */
export async function runHere(
  args: readonly string[],
  { cwd, env = {}, homeDirectory = cwd, piped }: HereOptions,
): Promise<FinishedKubemin> {
  const recorded = new RecordedTerminal({
    piped: piped === undefined ? undefined : async () => piped,
    incoming: piped === undefined ? undefined : () => Readable.from([Buffer.from(piped)]),
  });
  const exitCode = await runCli(args, {
    terminal: recorded.terminal,
    // Tests of containers choose them; all others are about the rest.
    env: args[0] === 'up' ? { KUBEMIN_RUNTIME: 'simulated', KUBEMIN_EGRESS: 'off', ...env } : env,
    cwd,
    homeDirectory,
    clock: systemClock,
    random: systemRandom,
    preferences: await readPreferences(configDirectory({ env, homeDirectory })),
    program: [process.execPath],
    interrupted: new AbortController().signal,
  });
  return { exitCode, stdout: recorded.out, stderr: recorded.err };
}
