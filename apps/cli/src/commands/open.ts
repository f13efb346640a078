import { openBrowser } from '../browser.ts';
import type { OpenedPage } from '../command/readers/opened-page.ts';
import type { CommandContext } from '../command-context.ts';
import { type Connection, connect } from '../connect.ts';
import { ExitCode } from '../exit-code.ts';
import { findApplication } from '../find-application.ts';
import { findRun, latestRun } from '../find-run.ts';
import { apiWords } from '../language/words/api.ts';
import { meantApplication } from '../linked-application.ts';
import { oneTimeLoginUrl } from '../login-url.ts';
import { type WebPage, webAddress } from '../web-address.ts';

export interface OpenOptions {
  readonly page: OpenedPage | undefined;
  readonly name: string | undefined;
}

/** Prints the address of a page with a code that logs in once, and opens it where there is a browser. */
export async function openPage(context: CommandContext, options: OpenOptions): Promise<ExitCode> {
  const { terminal, language } = context;
  const say = apiWords[language];
  const connection = await connect(context);
  const page = webAddress(connection.url, await pageOf(context, connection, options));
  if (!(await servesPages(connection.url))) {
    terminal.out(`${page}\n`);
    terminal.alert(`${say.noConsole(connection.url)}\n`);
    return ExitCode.ok;
  }
  const address = await oneTimeLoginUrl(connection.client, page);
  terminal.out(`${address}\n`);
  if (!(await openBrowser(context, address))) terminal.err(`${say.noBrowser}\n`);
  return ExitCode.ok;
}

async function pageOf(context: CommandContext, { client }: Connection, { page, name }: OpenOptions): Promise<WebPage> {
  if (page === undefined) return { page: 'home' };
  const meant = await meantApplication(context, name);
  if (page === 'run') return { page, run: (await findRun(client, meant, latestRun)).taskId };
  return { page, app: (await findApplication(client, meant)).id };
}

async function servesPages(url: string): Promise<boolean> {
  const response = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
  await response.body?.cancel();
  return response.ok && (response.headers.get('content-type') ?? '').startsWith('text/html');
}
