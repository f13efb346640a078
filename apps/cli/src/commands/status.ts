import { allApplications } from '../all-applications.ts';
import type { CommandContext } from '../command-context.ts';
import { type Connection, connect } from '../connect.ts';
import { formatDuration } from '../duration.ts';
import type { Endpoints } from '../endpoints-file.ts';
import { ExitCode } from '../exit-code.ts';
import type { Language } from '../language/language.ts';
import { nodeRuntimeWords } from '../language/words/node-runtime.ts';
import { platformWords } from '../language/words/platform.ts';
import { platformHealthWords } from '../language/words/platform-health.ts';
import { NODE_RUNTIME_NAMES } from '../node-runtime/node-runtime-name.ts';
import { padDisplay } from '../output/display-width.ts';
import { type Answer, print } from '../output/printer.ts';
import { applicationStatus } from './status-application.ts';

export interface StatusOptions {
  readonly app: string | undefined;
}

/** Shows KubeMin itself, or one application with its components and latest run. */
export async function status(context: CommandContext, { app }: StatusOptions): Promise<ExitCode> {
  const connection = await connect(context);
  const answer = app === undefined ? ofPlatform(context, connection) : applicationStatus(context, connection, app);
  await print(context, await answer);
  return ExitCode.ok;
}

async function ofPlatform(context: CommandContext, { client, url, endpoints }: Connection): Promise<Answer> {
  const { language } = context;
  const say = platformWords[language];
  const [{ status: health, version }, applications] = await Promise.all([client.readiness(), allApplications(client)]);
  const { kubernetes, kubeconfig, nodes, context: chosen } = endpoints ?? {};
  const facts: readonly (readonly [string, string])[] = [
    [say.platform, `${url} (${platformHealthWords[language][health]})`],
    [say.version, version ?? '-'],
    [say.kubernetes, [kubernetes ?? '-', ...(chosen === undefined ? [] : [`(${chosen})`])].join(' ')],
    ...(nodes === undefined
      ? []
      : [[say.nodes, `${nodes.count + (nodes.machines ?? 0)} (${runtimeOf(nodes, language)})`] as const]),
    [say.kubeconfig, kubeconfig ?? '-'],
    [say.process, processOf(context, endpoints)],
    [say.applications, String(applications.length)],
  ];
  return {
    data: { url, health, applications: applications.length, ...endpoints },
    table: facts.map(([name, value]) => `${padDisplay(name, 16)}${value}\n`).join(''),
    names: [url],
  };
}

/** A platform of another version may know further runtimes. */
function runtimeOf({ runtime }: Required<Endpoints>['nodes'], language: Language): string {
  const known = NODE_RUNTIME_NAMES.find((name) => name === runtime);
  return known === undefined ? runtime : nodeRuntimeWords[language][known];
}

function processOf({ clock, language }: CommandContext, endpoints: Endpoints | undefined): string {
  if (endpoints?.startedAt === undefined) return endpoints === undefined ? '-' : String(endpoints.pid);
  const lasting = formatDuration(clock.now() - Date.parse(endpoints.startedAt));
  return platformWords[language].runningFor(endpoints.pid, lasting);
}
