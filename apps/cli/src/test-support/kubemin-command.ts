import { homedir } from 'node:os';
import {
  commandEnvironment,
  type FinishedKubemin,
  type KubeminOptions,
  KubeminProcess,
  ROOT,
} from './kubemin-process.ts';
import { runHere } from './run-here.ts';

const FULL = process.env.KUBEMIN_TEST_FULL === '1';

/** Words of commands that start a platform, pass their streams to another program, or change how their process makes files. */
const OWN_PROCESS: ReadonlySet<string> = new Set([
  ...['up', 'server', 'apiserver', 'hub'],
  ...['kubectl', 'exec', 'attach', 'port-forward', 'image', 'edit'],
  ...['backup', 'restore', 'reset', 'secrets'],
]);

/**
 * Runs one command to its end. A process takes 0.3 s of a core before it does anything, so in the short form of the
 * tests all that does not need one runs in the process of the test.
 */
export function kubemin(args: readonly string[], options: KubeminOptions = {}): Promise<FinishedKubemin> {
  if (FULL || options.openFiles !== undefined || args.some((word) => OWN_PROCESS.has(word))) {
    return new KubeminProcess(args, options).finished();
  }
  return runHere(args, { cwd: options.cwd ?? ROOT, env: commandEnvironment(options), homeDirectory: homedir() });
}
