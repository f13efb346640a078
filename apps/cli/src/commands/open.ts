import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { OpenedPage } from '../command/index.ts';
import {
  type Connection,
  connect,
  findApplication,
  findRun,
  latestRun,
  oneTimeLoginUrl,
  readLink,
  removeLink,
  resolveApplicationName,
  type WebPage,
  webAddress,
  writeLink,
} from '../connection/index.ts';
import { apiMessages, contextMessages } from '../messages/index.ts';
import { type CommandContext, ExitCode } from '../terminal/index.ts';

export interface OpenOptions {
  readonly page: OpenedPage | undefined;
  readonly name: string | undefined;
}

/** Prints the address of a page with a code that logs in once, and opens it where there is a browser. */
export async function openPage(context: CommandContext, options: OpenOptions): Promise<ExitCode> {
  const { terminal, translate } = context;
  const connection = await connect(context);
  const page = webAddress(connection.url, await findPage(context, connection, options));
  if (!(await servesPages(connection.url))) {
    terminal.out(`${page}\n`);
    terminal.alert(`${translate(apiMessages.noConsole({ url: connection.url }))}\n`);
    return ExitCode.ok;
  }
  const address = await oneTimeLoginUrl(connection.client, page);
  terminal.out(`${address}\n`);
  if (!(await openBrowser(context, address))) terminal.err(`${translate(apiMessages.noBrowser)}\n`);
  return ExitCode.ok;
}

async function findPage(
  context: CommandContext,
  { client }: Connection,
  { page, name }: OpenOptions,
): Promise<WebPage> {
  if (page === undefined) return { page: 'home' };
  const meant = await resolveApplicationName(context, name);
  if (page === 'run') return { page, run: (await findRun(client, meant, latestRun)).taskId };
  return { page, app: (await findApplication(client, meant)).id };
}

async function servesPages(url: string): Promise<boolean> {
  const response = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
  await response.body?.cancel();
  return response.ok && (response.headers.get('content-type') ?? '').startsWith('text/html');
}

type Opener = readonly [program: string, ...args: string[]];

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, Opener>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
};

/** Opens a URL in the browser of the user; false if there is none or no desktop session. */
async function openBrowser(
  { env, terminal }: Pick<CommandContext, 'env' | 'terminal'>,
  address: string,
): Promise<boolean> {
  const opener = OPENERS[process.platform];
  const screen = process.platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
  if (opener === undefined || !screen || !terminal.interactive || env.SSH_CONNECTION !== undefined) return false;
  const [program, ...args] = opener;
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  try {
    await once(child, 'spawn');
  } catch {
    return false;
  }
  child.unref();
  return true;
}

/** Links the current directory to an application. */
export async function link(context: CommandContext, { app }: { readonly app: string }): Promise<ExitCode> {
  const { client } = await connect(context);
  const { name } = await findApplication(client, app);
  // As it was typed: an id stays clear where several applications bear the name.
  await writeLink(context, { app });
  context.terminal.err(`${context.translate(contextMessages.linked({ directory: context.cwd, app: name }))}\n`);
  return ExitCode.ok;
}

/** Takes the link of the current directory away. */
export async function unlink(context: CommandContext): Promise<ExitCode> {
  const { terminal, translate, cwd } = context;
  const link = await readLink(context);
  await removeLink(context);
  terminal.err(
    `${link === undefined ? translate(contextMessages.notLinked({ directory: cwd })) : translate(contextMessages.unlinked({ directory: cwd }))}\n`,
  );
  return ExitCode.ok;
}
