import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { once } from '@kubemin/base';

const run = promisify(execFile);

/** Distributions of kubectl ask a server for its version even with `--client`, and cache what it returns. */
const NO_SERVER = ['--server', 'http://127.0.0.1:1'];

/** The version of the kubectl on PATH, or undefined where there is none. Found once per process. */
export const kubectlVersion = once(async (): Promise<string | undefined> => {
  try {
    const { stdout } = await run('kubectl', [...NO_SERVER, 'version', '--client', '-o', 'json']);
    return JSON.parse(stdout).clientVersion.gitVersion;
  } catch {
    return undefined;
  }
});

/** Runs kubectl with a home of its own (it caches discovery there) and returns its output. */
export async function kubectl(dataDir: string, ...args: readonly string[]): Promise<string> {
  const home = join(dataDir, 'kubectl-home');
  await mkdir(home, { recursive: true });
  const { stdout } = await run('kubectl', ['--kubeconfig', join(dataDir, 'kubeconfig'), ...args], {
    env: { PATH: process.env.PATH, HOME: home },
  });
  return stdout;
}
