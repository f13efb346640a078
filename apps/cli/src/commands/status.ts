import { applicationPhases, componentStates, runStates } from '@kubemin/client';
import { allApplications } from '../all-applications.ts';
import type { CommandContext } from '../command-context.ts';
import { type Connection, connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { applicationWords } from '../language/words/application.ts';
import { columnWords } from '../language/words/column.ts';
import { platformWords } from '../language/words/platform.ts';
import { padDisplay } from '../output/display-width.ts';
import { type Answer, print } from '../output/printer.ts';
import { formatTable } from '../output/table.ts';
import { readiness } from '../replica-count.ts';
import { stateWord } from '../state-text.ts';

export interface StatusOptions {
  readonly app: string | undefined;
}

/** Shows KubeMin itself, or one application with its components and latest run. */
export async function status(context: CommandContext, { app }: StatusOptions): Promise<ExitCode> {
  const connection = await connect(context);
  const answer = app === undefined ? ofPlatform(context, connection) : ofApplication(context, connection, app);
  await print(context, await answer);
  return ExitCode.ok;
}

async function ofPlatform({ language }: CommandContext, { client, url, endpoints }: Connection): Promise<Answer> {
  const say = platformWords[language];
  const [{ status: health }, applications] = await Promise.all([client.readiness(), allApplications(client)]);
  const facts: readonly (readonly [string, string])[] = [
    [say.platform, `${url} (${health})`],
    [say.kubernetes, endpoints?.kubernetes ?? '-'],
    [say.kubeconfig, endpoints?.kubeconfig ?? '-'],
    [say.process, endpoints === undefined ? '-' : String(endpoints.pid)],
    [say.applications, String(applications.length)],
  ];
  return {
    data: { url, health, applications: applications.length, ...endpoints },
    table: facts.map(([name, value]) => `${padDisplay(name, 14)}${value}\n`).join(''),
    names: [url],
  };
}

async function ofApplication({ language }: CommandContext, { client }: Connection, nameOrId: string): Promise<Answer> {
  const say = applicationWords[language];
  const title = columnWords[language];
  const { id } = await findApplication(client, nameOrId);
  const [application, { tasks }] = await Promise.all([client.getApplication(id), client.listTasks(id, { limit: 1 })]);
  const [latest] = tasks;
  const { name, namespace, revision, health, components } = application;
  const rows = components.map((component) => [
    component.name,
    component.type,
    componentStates[component.status][language],
    readiness(component),
    component.message,
  ]);
  const reason = latest?.error === undefined ? '' : `: ${latest.error}`;
  const run =
    latest === undefined
      ? say.neverRun
      : `${say.lastRun(latest.id, stateWord(runStates[latest.status], language))}${reason}`;
  const phase = applicationPhases[health.phase][language];
  const heading = `${say.heading(name, namespace, revision)}: ${phase} (${health.reason}), ${run}\n\n`;
  const titles = [title.component, title.type, title.status, title.ready, title.message];
  return {
    data: { ...application, latestRun: latest },
    table: `${heading}${formatTable(titles, rows)}`,
    names: components.map((component) => component.name),
  };
}
