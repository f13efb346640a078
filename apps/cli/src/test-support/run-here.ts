import { Readable } from 'node:stream';
import { type Clock, systemClock, systemRandom } from '@kubemin/base';
import { runCli } from '../commands/run-cli.ts';
import { configDirectory } from '../terminal/config-directory.ts';
import { readPreferences } from '../terminal/preferences.ts';
import type { Environment, Terminal } from '../terminal/terminal.ts';
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
  /** Parts of the terminal that are not recorded. */
  readonly terminal?: Partial<Terminal>;
  /** Aborts as Ctrl-C does. @default never */
  readonly interrupted?: AbortSignal;
  /** @default the system's */
  readonly clock?: Clock;
}

/**
 * Runs a command line in this process, without a terminal: the same from the reading of its arguments to its exit code,
 * and many times faster than a process of its own.
 */
export async function runHere(
  args: readonly string[],
  {
    cwd,
    env = {},
    homeDirectory = cwd,
    piped,
    terminal = {},
    interrupted = new AbortController().signal,
    clock = systemClock,
  }: HereOptions,
): Promise<FinishedKubemin> {
  const recorded = new RecordedTerminal({
    piped: piped === undefined ? undefined : async () => piped,
    incoming: piped === undefined ? undefined : () => Readable.from([Buffer.from(piped)]),
    ...terminal,
  });
  const exitCode = await runCli(args, {
    terminal: recorded.terminal,
    // Tests of containers choose them; all others are about the rest.
    env: args[0] === 'up' ? { KUBEMIN_RUNTIME: 'simulated', KUBEMIN_EGRESS: 'off', ...env } : env,
    cwd,
    homeDirectory,
    clock,
    random: systemRandom,
    preferences: await readPreferences(configDirectory({ env, homeDirectory })),
    program: [process.execPath],
    interrupted,
  });
  return { exitCode, stdout: recorded.out, stderr: recorded.err };
}
