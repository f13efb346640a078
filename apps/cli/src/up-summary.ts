import { relative } from 'node:path';
import type { CommandContext } from './command-context.ts';
import type { DataDirectory } from './data-directory.ts';
import type { Demo } from './demo.ts';

export interface UpSummary {
  readonly context: CommandContext;
  readonly directory: DataDirectory;
  readonly platformUrl: string;
  readonly kubernetesUrl: string;
  readonly demo: Demo | undefined;
}

/** The last words of a start: the addresses, and what to type next. */
export function upSummary({ context, directory, platformUrl, kubernetesUrl, demo }: UpSummary): string {
  const { style, cwd } = context;
  const short = (path: string): string => (path.startsWith(`${cwd}/`) ? relative(cwd, path) : path);
  const kubemin = context.env.npm_lifecycle_event === undefined ? 'kubemin' : 'npx kubemin';
  // Commands look in ./.kubemin and in the home directory by themselves.
  const found = [`${cwd}/.kubemin`, `${context.homeDirectory}/.kubemin`].includes(directory.path);
  const where = found || context.env.KUBEMIN_HOME === directory.path ? '' : ` --data-dir ${short(directory.path)}`;
  const lines = [
    '',
    `${style.bold('KubeMin is up.')} Everything is kept in ${short(directory.path)}; Ctrl-C stops it, the next start brings it back.`,
    '',
    `  platform API   ${platformUrl}/api/v1   (token: ${short(directory.adminToken)})`,
    `  Kubernetes API ${kubernetesUrl}`,
    `  kubeconfig     ${short(directory.kubeconfig)}`,
    '',
    'Next, in another terminal:',
    ...(demo === undefined ? [] : [`  ${kubemin} status ${demo.application.name}${where}`]),
    `  ${kubemin} deploy examples/hello.yaml${where}`,
    `  kubectl --kubeconfig ${short(directory.kubeconfig)} get deploy,sts,po,svc -A`,
    `  ${kubemin} down${where}`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}
