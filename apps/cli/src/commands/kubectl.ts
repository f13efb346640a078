import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { delimiter } from 'node:path';
import { toError } from '@kubemin/base';
import {
  choosePlatform,
  confirmForeign,
  type DataDirectory,
  type Endpoints,
  platformCluster,
  readEndpoints,
} from '../connection/index.ts';
import { clusterMessages, kubectlMessages } from '../messages/index.ts';
import {
  CliError,
  type CommandContext,
  ExitCode,
  type ForeignExit,
  failureReason,
  replaceFile,
} from '../terminal/index.ts';

export interface KubectlOptions {
  /** Everything that was typed behind `kubectl`. */
  readonly words: readonly string[];
}

/** Runs kubectl with the kubeconfig of the cluster KubeMin delivers to, and ends as it ends. */
export async function kubectl(context: CommandContext, { words }: KubectlOptions): Promise<ForeignExit> {
  const { env, cwd, homeDirectory, interrupted } = context;
  const { directory, endpoints } = await platformDirectory(context);
  if (!isRead(words) && !(await mayWrite(context, endpoints))) return { foreign: ExitCode.interrupted };
  const KUBECONFIG = await findKubeconfig(directory, endpoints);
  // Without HOME kubectl writes its cache into the current directory.
  const HOME = env.HOME || homeDirectory;
  const child = spawn('kubectl', [...words], { cwd, env: { ...env, HOME, KUBECONFIG }, stdio: 'inherit' });
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

interface ClusterOfDirectory {
  readonly directory: DataDirectory;
  readonly endpoints: Endpoints & Required<Pick<Endpoints, 'kubeconfig'>>;
}

/** The selected platform, whose cluster has a kubeconfig on this machine. */
async function platformDirectory(context: CommandContext): Promise<ClusterOfDirectory> {
  const chosen = await choosePlatform(context);
  const endpoints = chosen.kind === 'directory' ? await readEndpoints(chosen.directory.endpoints) : undefined;
  if (chosen.kind === 'directory' && endpoints === undefined) {
    throw new CliError(kubectlMessages.noKubeconfig({ path: chosen.directory.path }), {
      code: 'NOT_RUNNING',
      exitCode: ExitCode.notFound,
      hint: kubectlMessages.startFirst,
    });
  }
  if (chosen.kind === 'directory' && endpoints?.kubeconfig !== undefined) {
    return { directory: chosen.directory, endpoints: { ...endpoints, kubeconfig: endpoints.kubeconfig } };
  }
  const url = chosen.kind === 'address' ? chosen.url : (endpoints?.platform ?? '');
  throw new CliError(clusterMessages.kubeconfigElsewhere({ url }), {
    code: 'KUBECONFIG_ELSEWHERE',
    exitCode: ExitCode.usage,
    hint: kubectlMessages.runItself,
  });
}

/** The commands of kubectl that change nothing in a cluster. */
const READS: readonly string[] = [
  ...[
    'api-resources',
    'api-versions',
    'auth',
    'cluster-info',
    'completion',
    'config',
    'describe',
    'diff',
    'events',
    'explain',
  ],
  ...['get', 'help', 'kustomize', 'logs', 'options', 'plugin', 'port-forward', 'top', 'version', 'wait'],
];

/** Flags that may stand before the command with a value of their own. */
const WITH_VALUE: readonly string[] = ['-n', '--namespace', '--context', '--cluster', '--kubeconfig', '--user', '-v'];

/** Whether words of kubectl only read; what is not known counts as a write. */
function isRead(words: readonly string[]): boolean {
  const command = words.find((word, at) => !word.startsWith('-') && !WITH_VALUE.includes(words[at - 1] ?? ''));
  return command === undefined || READS.includes(command);
}

async function mayWrite(context: CommandContext, endpoints: ClusterOfDirectory['endpoints']): Promise<boolean> {
  const access = platformCluster(context, endpoints);
  return access === undefined || confirmForeign(context, access);
}

/** As the variable KUBECONFIG takes it. A context that was chosen counts by standing in the first file. */
async function findKubeconfig(
  directory: DataDirectory,
  { kubeconfig, context }: ClusterOfDirectory['endpoints'],
): Promise<string> {
  if (context === undefined) return kubeconfig;
  const choice = { apiVersion: 'v1', kind: 'Config', 'current-context': context };
  await replaceFile(directory.kubeconfig, `${JSON.stringify(choice)}\n`, 0o600);
  return [directory.kubeconfig, kubeconfig].join(delimiter);
}

function notStarted(cause: unknown): CliError {
  const error = toError(cause);
  const missing = 'code' in error && error.code === 'ENOENT';
  return new CliError(
    missing ? kubectlMessages.notInstalled : kubectlMessages.cannotRun({ why: failureReason(error) }),
    {
      code: 'KUBECTL_MISSING',
      exitCode: ExitCode.failed,
      hint: kubectlMessages.install,
      cause,
    },
  );
}
