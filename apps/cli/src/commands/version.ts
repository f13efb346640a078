import { errorMessage, type Message } from '@kubemin/base/message';
import { platformMessages } from '../messages/index.ts';
import { type CommandContext, ExitCode, padDisplay, print, type Translate, VERSION } from '../terminal/index.ts';

export interface VersionOptions {
  /** Does not contact a server. */
  readonly client: boolean;
}

/** Prints the version of the command and, if one responds, of the server. */
export async function version(context: CommandContext, { client }: VersionOptions): Promise<ExitCode> {
  const { translate } = context;
  const server = client ? undefined : await serverVersion(context);
  const facts: readonly (readonly [string, string])[] = [
    [translate(platformMessages.client), VERSION],
    ...(server === undefined ? [] : [[translate(platformMessages.server), serverText(server, translate)] as const]),
  ];
  await print(context, {
    data: { client: VERSION, ...(server !== undefined && { server: serverData(server) }) },
    table: facts.map(([name, value]) => `${padDisplay(name, 8)}${value}\n`).join(''),
    names: [VERSION],
  });
  return ExitCode.ok;
}

interface ServerVersion {
  readonly url?: string;
  readonly version?: string;
  /** Why it is not known. */
  readonly problem?: Message;
}

function serverText({ version, problem }: ServerVersion, translate: Translate): string {
  return version ?? (problem === undefined ? '-' : translate(problem));
}

/** For programs, which read English. */
function serverData({ problem, ...known }: ServerVersion): object {
  return { ...known, ...(problem !== undefined && { problem: problem.message }) };
}

/** A server that does not respond is reported, and is no failure. */
async function serverVersion(context: CommandContext): Promise<ServerVersion> {
  const { connect } = await import('../connection/index.ts');
  try {
    const { client, url } = await connect(context);
    const { version } = await client.readiness();
    return { url, ...(version !== undefined && { version }) };
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}
