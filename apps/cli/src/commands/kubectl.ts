import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter } from 'node:path';
import { toError } from '@kubemin/base';
import { CliError } from '../cli-error.ts';
import type { CommandContext } from '../command-context.ts';
import type { DataDirectory } from '../data-directory.ts';
import { readEndpoints } from '../endpoints-file.ts';
import { ExitCode, type ForeignExit } from '../exit-code.ts';
import { inBoth } from '../language/catalogue.ts';
import { kubectlWords } from '../language/words/kubectl.ts';
import { nearestDataDirectory } from '../locate.ts';
import { replaceFile } from '../replace-file.ts';

export interface KubectlOptions {
  /** Everything that was typed behind `kubectl`. */
  readonly words: readonly string[];
}

/** Runs kubectl with the kubeconfig of the cluster KubeMin delivers to, and ends as it ends. */
export async function kubectl(context: CommandContext, { words }: KubectlOptions): Promise<ForeignExit> {
  const { env, cwd, interrupted } = context;
  const KUBECONFIG = await kubeconfigOf(nearestDataDirectory(context));
  const child = spawn('kubectl', [...words], { cwd, env: { ...env, KUBECONFIG }, stdio: 'inherit' });
  const stop = (): void => void child.kill('SIGTERM');
  interrupted.addEventListener('abort', stop);
  try {
    await once(child, 'close');
  } catch (cause) {
    throw notStarted(cause);
  } finally {
    interrupted.removeEventListener('abort', stop);
  }
  const { exitCode, signalCode } = child;
  return { foreign: exitCode ?? 128 + (signalCode === null ? 0 : constants.signals[signalCode]) };
}

/** As the variable KUBECONFIG takes it. A context that was chosen counts by standing in the first file. */
async function kubeconfigOf(directory: DataDirectory): Promise<string> {
  const endpoints = await readEndpoints(directory.endpoints);
  const { kubeconfig = directory.kubeconfig, context } = endpoints ?? {};
  if (context !== undefined) {
    const choice = { apiVersion: 'v1', kind: 'Config', 'current-context': context };
    await replaceFile(directory.kubeconfig, `${JSON.stringify(choice)}\n`, 0o600);
    return [directory.kubeconfig, kubeconfig].join(delimiter);
  }
  if (existsSync(kubeconfig)) return kubeconfig;
  throw new CliError(
    inBoth(kubectlWords, (say) => say.noKubeconfig(directory.path)),
    {
      code: 'NOT_RUNNING',
      exitCode: ExitCode.notFound,
      hint: inBoth(kubectlWords, (say) => say.startFirst),
    },
  );
}

function notStarted(cause: unknown): CliError {
  const error = toError(cause);
  const missing = 'code' in error && error.code === 'ENOENT';
  return new CliError(
    inBoth(kubectlWords, (say) => (missing ? say.notInstalled : say.cannotRun(error.message))),
    {
      code: 'KUBECTL_MISSING',
      exitCode: ExitCode.failed,
      hint: inBoth(kubectlWords, (say) => say.install),
      cause,
    },
  );
}
