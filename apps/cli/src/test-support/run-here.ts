import { systemClock, systemRandom } from '@kubemin/base';
import { runCli } from '../command/run-cli.ts';
import type { Environment } from '../terminal.ts';
import type { FinishedKubemin } from './kubemin-process.ts';

/** Where a command line is run. */
export interface HereOptions {
  readonly cwd: string;
  readonly env?: Environment;
}

/**
 * Runs a command line in this process, without a terminal: the same from the reading of its arguments to its exit code,
 * and many times faster than a process of its own.
 */
export async function runHere(args: readonly string[], { cwd, env = {} }: HereOptions): Promise<FinishedKubemin> {
  let stdout = '';
  let stderr = '';
  const talk = (text: string): void => {
    stderr += text;
  };
  const exitCode = await runCli(args, {
    terminal: {
      out: (text) => {
        stdout += text;
      },
      err: talk,
      alert: talk,
      interactive: false,
      colour: false,
      outColour: false,
      width: () => 80,
    },
    env,
    cwd,
    homeDirectory: cwd,
    clock: systemClock,
    random: systemRandom,
    interrupted: new AbortController().signal,
  });
  return { exitCode, stdout, stderr };
}
