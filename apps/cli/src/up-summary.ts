import { relative } from 'node:path';
import type { CommandContext } from './command-context.ts';
import type { DataDirectory } from './data-directory.ts';
import type { Demo } from './demo.ts';
import { startWords } from './language/words/start.ts';
import { padDisplay } from './output/display-width.ts';

export interface UpSummary {
  readonly context: CommandContext;
  readonly directory: DataDirectory;
  readonly platformUrl: string;
  readonly kubernetesUrl: string;
  readonly demo: Demo | undefined;
}

/** The last words of a start: the addresses, and what to type next. */
export function upSummary({ context, directory, platformUrl, kubernetesUrl, demo }: UpSummary): string {
  const { outStyle: style, cwd, language } = context;
  const say = startWords[language];
  const short = (path: string): string => (path.startsWith(`${cwd}/`) ? relative(cwd, path) : path);
  const kubemin = context.env.npm_lifecycle_event === undefined ? 'kubemin' : 'npx kubemin';
  // Commands look in ./.kubemin and in the home directory by themselves.
  const found = [`${cwd}/.kubemin`, `${context.homeDirectory}/.kubemin`].includes(directory.path);
  const where = found || context.env.KUBEMIN_HOME === directory.path ? '' : ` --data-dir ${short(directory.path)}`;
  const lines = [
    '',
    `${style.bold(say.isUp)} ${say.kept(short(directory.path))}`,
    '',
    `  ${padDisplay(say.platformApi, 15)}${platformUrl}/api/v1   ${say.token(short(directory.adminToken))}`,
    `  ${padDisplay(say.kubernetesApi, 15)}${kubernetesUrl}`,
    `  ${padDisplay('kubeconfig', 15)}${short(directory.kubeconfig)}`,
    '',
    say.next,
    ...(demo === undefined ? [] : [`  ${kubemin} status ${demo.application.name}${where}`]),
    `  ${kubemin} deploy examples/hello.yaml${where}`,
    `  kubectl --kubeconfig ${short(directory.kubeconfig)} get deploy,sts,po,svc -A`,
    `  ${kubemin} down${where}`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}
