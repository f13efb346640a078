import type { Message } from '@kubemin/base/message';
import { createPlatformClient, type PlatformClient } from '@kubemin/client';
import { connectMessages, contextMessages } from '../messages/index.ts';
import { CliError, type CommandContext, ExitCode } from '../terminal/index.ts';
import { readAdminToken } from './admin-token.ts';
import { type ChosenPlatform, choosePlatform } from './choose-platform.ts';
import type { DataDirectory } from './data-directory.ts';
import { type Endpoints, readEndpoints } from './endpoints-file.ts';
import { localClient } from './local-fetch.ts';
import { runningPlatforms } from './running-platforms.ts';

/** URL and token of a platform. */
export interface PlatformAccess {
  readonly url: string;
  readonly token: string;
  /** Undefined when the platform was named by its address. */
  readonly endpoints: Endpoints | undefined;
}

export interface Connection extends PlatformAccess {
  readonly client: PlatformClient;
}

/** The platform a command talks to, as `choosePlatform` finds it. */
export async function connect(context: CommandContext): Promise<Connection> {
  const access = await platformAccess(context);
  const { url, token, endpoints } = access;
  return {
    ...access,
    client: endpoints === undefined ? createPlatformClient({ url, token, source: 'cli' }) : localClient({ url, token }),
  };
}

/** The same without a client, for who talks to it in another way. */
export async function platformAccess(context: CommandContext): Promise<PlatformAccess> {
  const chosen = await choosePlatform(context);
  const { KUBEMIN_TOKEN: given } = context.env;
  return chosen.kind === 'directory' ? ofDirectory(context, chosen.directory, given) : ofAddress(chosen, given);
}

/** The token of a directory opens the platform of that directory; it is never shown to an address from elsewhere. */
function ofAddress(
  { url, context: name, token: saved }: Extract<ChosenPlatform, { readonly kind: 'address' }>,
  given: string | undefined,
): PlatformAccess {
  const token = saved ?? given;
  if (token !== undefined) return { url, token, endpoints: undefined };
  throw new CliError(name === undefined ? connectMessages.tokenMissing({ url }) : contextMessages.noToken({ name }), {
    code: 'TOKEN_MISSING',
    exitCode: ExitCode.unauthenticated,
    hint: name === undefined ? connectMessages.setToken : contextMessages.logInAgain({ name }),
  });
}

async function ofDirectory(
  context: CommandContext,
  directory: DataDirectory,
  given: string | undefined,
): Promise<PlatformAccess> {
  const endpoints = await readEndpoints(directory.endpoints);
  const token = given ?? (await readAdminToken(directory.adminToken));
  if (endpoints !== undefined && token !== undefined) return { url: endpoints.platform, token, endpoints };
  throw new CliError(connectMessages.notRunning({ path: directory.path }), {
    code: 'NOT_RUNNING',
    exitCode: ExitCode.notFound,
    hint: howToChoose(context),
  });
}

/** What to do where nothing runs on the directory that is meant: choose one of those that run, or start one. */
function howToChoose(context: CommandContext): Message {
  const running = runningPlatforms(context)
    .map(({ directory, endpoints }) => `${directory.path} (${endpoints.platform})`)
    .join(', ');
  return running === '' ? connectMessages.startOne : connectMessages.chooseRunning({ running });
}

/** The pages of the web console that commands speak of. */
export type WebPage =
  | { readonly page: 'home' }
  | { readonly page: 'app' | 'canvas' | 'logs' | 'revisions'; readonly app: string }
  | { readonly page: 'run'; readonly run: string };

/** Where a page of the console is, below the address of the platform. */
export function webAddress(url: string, page: WebPage): string {
  return `${url.replace(/\/+$/, '')}${pagePath(page)}`;
}

function pagePath(page: WebPage): string {
  if (page.page === 'home') return '/';
  if (page.page === 'run') return `/runs/${encodeURIComponent(page.run)}`;
  const app = `/apps/${encodeURIComponent(page.app)}`;
  return page.page === 'app' ? app : `${app}/${page.page}`;
}

/**
 * The address of a page with a code that logs in once, within minutes. The code stands in the fragment, which browsers
 * do not send: no proxy and no log sees it.
 */
export async function oneTimeLoginUrl(client: PlatformClient, page: string): Promise<string> {
  const { code } = await client.createLoginCode();
  return `${page}#login=${code}`;
}
