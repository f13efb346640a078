import {
  type ApplicationDetail,
  applicationPhases,
  type Component,
  componentStates,
  isTerminal,
  runStates,
  type StateWords,
  type Task,
} from '@kubemin/client';
import { allApplications, type Connection, connect, type Endpoints, findApplication } from '../connection/index.ts';
import {
  applicationMessages,
  columnMessages,
  nodeRuntimeMessages,
  platformHealthMessages,
  platformMessages,
  servingMessages,
} from '../messages/index.ts';
import { endReason, rollbackCommand, servingLine, stateWord } from '../runs/index.ts';
import { NODE_RUNTIME_NAMES } from '../settings/index.ts';
import {
  type CommandContext,
  ExitCode,
  formatDuration,
  formatTable,
  nextCommands,
  type Printable,
  padDisplay,
  print,
  type Translate,
  translateSent,
} from '../terminal/index.ts';

export interface StatusOptions {
  readonly app: string | undefined;
}

/** Shows KubeMin itself, or one application with its components and latest run. */
export async function status(context: CommandContext, { app }: StatusOptions): Promise<ExitCode> {
  const connection = await connect(context);
  const result = app === undefined ? platformStatus(context, connection) : applicationStatus(context, connection, app);
  await print(context, await result);
  return ExitCode.ok;
}

async function platformStatus(context: CommandContext, { client, url, endpoints }: Connection): Promise<Printable> {
  const { translate } = context;
  const [{ status: health, version }, applications, { clusters }] = await Promise.all([
    client.readiness(),
    allApplications(client),
    client.listClusters(),
  ]);
  const { kubernetes, kubeconfig, nodes, context: chosen } = endpoints ?? {};
  const facts: readonly (readonly [string, string])[] = [
    [translate(platformMessages.platform), `${url} (${translate(platformHealthMessages[health])})`],
    [translate(platformMessages.version), version ?? '-'],
    [
      translate(platformMessages.kubernetes),
      [kubernetes ?? '-', ...(chosen === undefined ? [] : [`(${chosen})`])].join(' '),
    ],
    ...(nodes === undefined
      ? []
      : [
          [
            translate(platformMessages.nodes),
            `${nodes.count + (nodes.machines ?? 0)} (${runtimeText(nodes, translate)})`,
          ] as const,
        ]),
    ...clusters.flatMap((cluster) => {
      const { name, gateway } = cluster;
      if (gateway === undefined) return [];
      const choice = translateSent(translate, cluster, 'gateway', gateway);
      return [[translate(platformMessages.routes), cluster.default ? choice : `${name}: ${choice}`] as const];
    }),
    [translate(platformMessages.kubeconfig), kubeconfig ?? '-'],
    [translate(platformMessages.process), processText(context, endpoints)],
    [translate(platformMessages.applications), String(applications.length)],
  ];
  return {
    data: { url, health, applications: applications.length, ...endpoints },
    table: facts.map(([name, value]) => `${padDisplay(name, 16)}${value}\n`).join(''),
    names: [url],
  };
}

/** A platform of another version may know further runtimes. */
function runtimeText({ runtime }: Required<Endpoints>['nodes'], translate: Translate): string {
  const known = NODE_RUNTIME_NAMES.find((name) => name === runtime);
  return known === undefined ? runtime : translate(nodeRuntimeMessages[known]);
}

function processText({ clock, translate }: CommandContext, endpoints: Endpoints | undefined): string {
  if (endpoints?.startedAt === undefined) return endpoints === undefined ? '-' : String(endpoints.pid);
  const lasting = formatDuration(clock.now() - Date.parse(endpoints.startedAt));
  return translate(platformMessages.runningFor({ pid: endpoints.pid, duration: lasting }));
}

/** One application with its components and its latest run. */
async function applicationStatus(
  context: CommandContext,
  { client }: Connection,
  nameOrId: string,
): Promise<Printable> {
  const { translate, terminal } = context;
  const { id } = await findApplication(client, nameOrId);
  const [application, { tasks }] = await Promise.all([client.getApplication(id), client.listTasks(id, { limit: 1 })]);
  const [latest] = tasks;
  const { name, namespace, revision, health, components, serving } = application;
  const rows = components.map((component) => [
    component.name,
    component.type,
    componentState(component)[translate.language],
    readiness(component),
    componentMessage(component, revision, translate),
  ]);
  // Messages shown in the rows below are not repeated above them. English is compared: all of them have it.
  const isInRows = (english: string): boolean =>
    components.some(({ message }) => message !== '' && english.includes(message));
  const reason = latest?.error === undefined || isInRows(latest.error) ? '' : `: ${endReason(latest, translate)}`;
  const run =
    latest === undefined
      ? translate(applicationMessages.neverRun)
      : `${translate(applicationMessages.lastRun({ run: latest.number, state: stateWord(runStates[latest.status], translate) }))}${reason}`;
  const phase = applicationPhases[health.phase][translate.language];
  const served = latest === undefined || serving === undefined ? '' : servedLines(context, application, latest);
  const why = isInRows(health.reason) ? '' : ` (${translateSent(translate, health, 'reason', health.reason)})`;
  const heading = `${translate(applicationMessages.heading({ name, namespace, revision }))}: ${phase}${why}, ${run}\n${served}\n`;
  const titles = [
    translate(columnMessages.component),
    translate(columnMessages.type),
    translate(columnMessages.status),
    translate(columnMessages.ready),
    translate(columnMessages.message),
  ];
  return {
    data: { ...application, latestRun: latest },
    table: `${heading}${formatTable(titles, rows, terminal.outWidth())}`,
    names: components.map((component) => component.name),
  };
}

/** What serves, and how to go back to it, after a run that did not bring about what the application is to be. */
function servedLines(context: CommandContext, application: ApplicationDetail, latest: Task): string {
  const { translate, terminal, outStyle: style } = context;
  const { name: app, revision, serving } = application;
  const failed = isTerminal(latest.status) && latest.status !== 'completed' && latest.kind === 'deploy';
  if (!failed || serving === undefined) return '';
  const components = application.components.map((each) => ({ name: each.name, revision: each.servedRevision }));
  const served = { app, wanted: latest.revision, serving, components };
  const commands = revision === serving.revision ? [] : rollbackCommand(served, translate);
  return `${servingLine(served, translate)}\n${nextCommands({ terminal, style }, commands)}`;
}

function componentMessage(component: Component, revision: number, translate: Translate): string {
  const { servedRevision } = component;
  const message = translateSent(translate, component, 'message', component.message);
  const isBehind = servedRevision !== undefined && servedRevision !== revision;
  return isBehind ? translate(servingMessages.still({ message, revision: servedRevision })) : message;
}

/** The reason distinguishes components of the same status: never delivered, or scaled to zero. */
function componentState({ status, reason }: Component): StateWords {
  if (reason === 'NotDeployed') return componentStates.NotDeployed;
  return reason === 'Stopped' ? componentStates.Stopped : componentStates[status];
}

/** How many of its replicas are ready, where a component has any. */
function readiness({ replicas, readyReplicas = 0 }: Pick<Component, 'replicas' | 'readyReplicas'>): string {
  return replicas === undefined ? '-' : `${readyReplicas}/${replicas}`;
}
