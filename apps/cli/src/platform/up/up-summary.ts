import { existsSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import type { MessageEntry } from '@kubemin/base/message';
import { commandLine, type DataDirectory, type Endpoints } from '../../connection/index.ts';
import { nodeMessages, upMessages } from '../../messages/index.ts';
import { NODE_RUNTIME_NAMES } from '../../settings/index.ts';
import { type CommandContext, inAllLanguages, padDisplay } from '../../terminal/index.ts';
import { DEMO_HOST } from '../demo.ts';
import { NODE_RUNTIMES } from '../node-runtime/choose-node-runtime.ts';

/** Input of the summary of a start. */
export interface UpSummary {
  readonly directory: DataDirectory;
  readonly endpoints: Endpoints;
  /** Whether it runs in this terminal, or behind it. */
  readonly place: 'here' | 'background';
  /** The name of an application that is there. */
  readonly application: string | undefined;
  /** Opens the platform as the administrator, once. */
  readonly loginUrl: string;
}

const LABEL_WIDTH = 21;
/** Where the program was started from a checkout. */
const EXAMPLE = 'examples/hello.yaml';

/** The last words of a start: the addresses, what the nodes are, what to type next, and the URL to open. */
export function upSummary(context: CommandContext, summary: UpSummary): string {
  const { outStyle, cwd, translate } = context;
  const { directory, endpoints, place, application } = summary;
  const short = (path: string): string => (path.startsWith(`${cwd}/`) ? relative(cwd, path) : path);
  const command = (words: string): string => commandLine(context, words, directory);
  const line = (label: string, value: string): string => `  ${padDisplay(label, LABEL_WIDTH)}${value}`;
  const stops = place === 'here' ? upMessages.stopsByCtrlC : upMessages.stopsByDown({ command: command('down') });
  const inContext =
    endpoints.context === undefined ? '' : `   ${translate(upMessages.inContext({ context: endpoints.context }))}`;
  return [
    '',
    `${outStyle.bold(translate(upMessages.isUp))} ${translate(upMessages.kept({ directory: short(directory.path), stops }))}`,
    ...nodeNotices(endpoints).map((notice) => outStyle.yellow(notice[translate.language])),
    '',
    ...(endpoints.ingress === undefined
      ? []
      : [line(translate(nodeMessages.pages), pageAddress(endpoints.ingress, application))]),
    line(
      translate(upMessages.platformApi),
      `${endpoints.platform}/api/v1   ${translate(upMessages.token({ file: short(directory.adminToken) }))}`,
    ),
    line(translate(upMessages.kubernetesApi), endpoints.kubernetes ?? '-'),
    ...(endpoints.registry === undefined ? [] : [line(translate(upMessages.registry), endpoints.registry)]),
    ...(endpoints.functions === undefined
      ? []
      : [line(translate(upMessages.functions), `${endpoints.functions}/functions/NAME`)]),
    line(translate(upMessages.kubeconfig), `${short(endpoints.kubeconfig ?? '-')}${inContext}`),
    '',
    place === 'here' ? translate(upMessages.next) : translate(upMessages.nextHere),
    `  ${command(application === undefined ? 'status' : `status ${application}`)}`,
    `  ${command(existsSync(join(cwd, EXAMPLE)) ? `deploy ${EXAMPLE}` : 'init')}`,
    `  ${command('run ls')}`,
    `  ${command(hasKubectl(context) ? 'kubectl get deploy,sts,po,svc -A' : 'get pods')}`,
    `  ${command('down')}`,
    '',
    line(translate(upMessages.open), outStyle.bold(summary.loginUrl)),
    '',
  ].join('\n');
}

function hasKubectl({ env }: CommandContext): boolean {
  return (env.PATH ?? '').split(delimiter).some((path) => path !== '' && existsSync(join(path, 'kubectl')));
}

/** What the nodes are, and what people should know about them. */
function nodeNotices({ nodes }: Endpoints): readonly MessageEntry[] {
  const name = NODE_RUNTIME_NAMES.find((each) => each === nodes?.runtime);
  return name === undefined ? [] : [inAllLanguages(NODE_RUNTIMES[name].notice), ...(nodes?.notes ?? [])];
}

/** The page of the demo, or how those of applications are reached. Browsers resolve all names below localhost to this machine. */
function pageAddress(ingress: string, application: string | undefined): string {
  return `http://${application === undefined ? 'HOST.localhost' : DEMO_HOST}:${new URL(ingress).port}`;
}
