import { allApplications } from '../all-applications.ts';
import type { CommandContext } from '../command-context.ts';
import { type Connection, connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { platformWords } from '../language/words/platform.ts';
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
