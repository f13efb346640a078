import { sep } from 'node:path';
import { accessMessages } from '../messages/index.ts';
import type { ReadFile } from './kubeconfig-files.ts';
import type { KubeconfigSection } from './kubeconfig-section.ts';
import { readPem, resolvePath } from './referenced-file.ts';

/** The versions of the protocol that are spoken. */
export const EXEC_API_VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

/** A credential plugin: the program, its arguments and its environment. */
export interface ExecConfig {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What to do when the program is not there. */
  readonly installHint: string | undefined;
  /** The description of the cluster for the plugin, where the kubeconfig asks for it. */
  readonly cluster: object | undefined;
}

/** Reads `users[].user.exec`. */
export function parseExecConfig(exec: KubeconfigSection, cluster: KubeconfigSection, readFile: ReadFile): ExecConfig {
  const apiVersion = exec.getRequiredString('apiVersion');
  if (!EXEC_API_VERSIONS.includes(apiVersion)) {
    const what = accessMessages.pluginVersion({ version: apiVersion, supported: EXEC_API_VERSIONS.join(' or ') });
    throw exec.problem(what, 'apiVersion', { code: 'KUBECONFIG_UNSUPPORTED' });
  }
  checkInteractiveMode(exec, apiVersion);
  const command = exec.getRequiredString('command');
  return {
    apiVersion,
    // A bare name is looked up in PATH.
    command: command.includes('/') || command.includes(sep) ? resolvePath(exec, command) : command,
    args: exec.getStrings('args'),
    env: Object.fromEntries(
      exec.getSections('env').map((entry) => [entry.getRequiredString('name'), entry.getString('value') ?? '']),
    ),
    installHint: exec.getString('installHint'),
    cluster: exec.getBoolean('provideClusterInfo') ? clusterInfo(cluster, readFile) : undefined,
  };
}

function checkInteractiveMode(exec: KubeconfigSection, apiVersion: string): void {
  const mode = exec.getString('interactiveMode') ?? (apiVersion.endsWith('/v1beta1') ? 'IfAvailable' : undefined);
  if (mode === 'Never' || mode === 'IfAvailable') return;
  if (mode !== 'Always') throw exec.problem(accessMessages.interactiveMode, 'interactiveMode');
  const what = accessMessages.needsTerminal;
  throw exec.problem(what, 'interactiveMode', { code: 'KUBECONFIG_UNSUPPORTED' });
}

const PLUGIN_EXTENSION = 'client.authentication.k8s.io/exec';

function clusterInfo(cluster: KubeconfigSection, readFile: ReadFile): object {
  const ca = readPem(cluster, 'certificate-authority', readFile);
  const name = cluster.getString('tls-server-name');
  const extension = cluster.getSections('extensions').find((entry) => entry.getString('name') === PLUGIN_EXTENSION);
  return {
    server: cluster.getRequiredString('server'),
    ...(ca !== undefined && { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    ...(name !== undefined && { 'tls-server-name': name }),
    ...(cluster.getBoolean('insecure-skip-tls-verify') && { 'insecure-skip-tls-verify': true }),
    ...(extension && { config: extension.getRaw('extension') }),
  };
}
