import { sep } from 'node:path';
import { accessMessages } from '../messages/access.ts';
import type { ReadFile } from './kubeconfig-files.ts';
import type { KubeconfigSection } from './kubeconfig-section.ts';
import { besideKubeconfig, namedPem } from './named-file.ts';

/** The versions of the protocol that are spoken. */
export const EXEC_API_VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

/** A credential plugin: which program, how to call it and what it is told. */
export interface ExecConfig {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What to do when the program is not there. */
  readonly installHint: string | undefined;
  /** What the plugin is told about the cluster, when it wants to know. */
  readonly cluster: object | undefined;
}

/** Reads `users[].user.exec`. */
export function execConfig(exec: KubeconfigSection, cluster: KubeconfigSection, readFile: ReadFile): ExecConfig {
  const apiVersion = exec.required('apiVersion');
  if (!EXEC_API_VERSIONS.includes(apiVersion)) {
    const what = accessMessages.pluginVersion({ version: apiVersion, supported: EXEC_API_VERSIONS.join(' or ') });
    throw exec.problem(what, 'apiVersion', { code: 'KUBECONFIG_UNSUPPORTED' });
  }
  checkInteractiveMode(exec, apiVersion);
  const command = exec.required('command');
  return {
    apiVersion,
    // A bare name is looked up in PATH.
    command: command.includes('/') || command.includes(sep) ? besideKubeconfig(exec, command) : command,
    args: exec.texts('args'),
    env: Object.fromEntries(exec.sections('env').map((entry) => [entry.required('name'), entry.text('value') ?? ''])),
    installHint: exec.text('installHint'),
    cluster: exec.flag('provideClusterInfo') ? clusterInfo(cluster, readFile) : undefined,
  };
}

function checkInteractiveMode(exec: KubeconfigSection, apiVersion: string): void {
  const mode = exec.text('interactiveMode') ?? (apiVersion.endsWith('/v1beta1') ? 'IfAvailable' : undefined);
  if (mode === 'Never' || mode === 'IfAvailable') return;
  if (mode !== 'Always') throw exec.problem(accessMessages.interactiveMode, 'interactiveMode');
  const what = accessMessages.needsTerminal;
  throw exec.problem(what, 'interactiveMode', { code: 'KUBECONFIG_UNSUPPORTED' });
}

const PLUGIN_EXTENSION = 'client.authentication.k8s.io/exec';

function clusterInfo(cluster: KubeconfigSection, readFile: ReadFile): object {
  const ca = namedPem(cluster, 'certificate-authority', readFile);
  const name = cluster.text('tls-server-name');
  const extension = cluster.sections('extensions').find((entry) => entry.text('name') === PLUGIN_EXTENSION);
  return {
    server: cluster.required('server'),
    ...(ca !== undefined && { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    ...(name !== undefined && { 'tls-server-name': name }),
    ...(cluster.flag('insecure-skip-tls-verify') && { 'insecure-skip-tls-verify': true }),
    ...(extension && { config: extension.raw('extension') }),
  };
}
