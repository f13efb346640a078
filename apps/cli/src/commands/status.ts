import { allApplications } from '../all-applications.ts';
import type { CommandContext } from '../command-context.ts';
import { type Connection, connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { readiness } from '../replica-count.ts';
import { formatTable } from '../table.ts';

export interface StatusOptions {
  readonly dataDir?: string;
  readonly app: string | undefined;
  readonly output: string;
}

/** Shows KubeMin itself, or one application with its components and latest run. */
export async function status(context: CommandContext, options: StatusOptions): Promise<ExitCode> {
  const connection = await connect(context, options.dataDir);
  const answer =
    options.app === undefined ? await ofPlatform(connection) : await ofApplication(connection, options.app);
  context.terminal.out(options.output === 'json' ? `${JSON.stringify(answer.data, null, 2)}\n` : answer.text);
  return ExitCode.ok;
}

interface Answer {
  readonly data: unknown;
  readonly text: string;
}

async function ofPlatform({ client, url, endpoints }: Connection): Promise<Answer> {
  const [{ status: health }, applications] = await Promise.all([client.readiness(), allApplications(client)]);
  const facts: readonly (readonly [string, string])[] = [
    ['platform', `${url} (${health})`],
    ['kubernetes', endpoints?.kubernetes ?? '-'],
    ['kubeconfig', endpoints?.kubeconfig ?? '-'],
    ['process', endpoints === undefined ? '-' : String(endpoints.pid)],
    ['applications', String(applications.length)],
  ];
  const text = facts.map(([name, value]) => `${name.padEnd(14)}${value}\n`).join('');
  return { data: { url, health, applications: applications.length, ...endpoints }, text };
}

async function ofApplication({ client }: Connection, nameOrId: string): Promise<Answer> {
  const { id } = await findApplication(client, nameOrId);
  const [application, { tasks }] = await Promise.all([client.getApplication(id), client.listTasks(id, { limit: 1 })]);
  const [latest] = tasks;
  const rows = application.components.map((component) => [
    component.name,
    component.type,
    component.status,
    readiness(component),
    component.message,
  ]);
  const run =
    latest === undefined
      ? 'never run'
      : `run ${latest.id} ${latest.status}${latest.error === undefined ? '' : `: ${latest.error}`}`;
  const title = `${application.name} (${application.namespace}) revision ${application.revision}: ${application.health.phase} (${application.health.reason}), ${run}\n\n`;
  return {
    data: { ...application, latestRun: latest },
    text: `${title}${formatTable(['COMPONENT', 'TYPE', 'STATUS', 'READY', 'MESSAGE'], rows)}`,
  };
}
