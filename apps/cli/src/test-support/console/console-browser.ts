import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createPlatformClient, type PlatformClient } from '@kubemin/client';
import { findProgram } from '@kubemin/testing';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { KubeminHome } from '../kubemin-home.ts';
import type { KubeminProcess } from '../kubemin-process.ts';

/** Where Chromium is, from Debian's package; undefined where it is not installed. */
export const CHROMIUM = findProgram('chromium');

/** Nothing of these reaches outside of the machine. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface ConsoleTab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, and messages of the content policy. */
  readonly errors: readonly string[];
}

export interface OpenOptions extends BrowserContextOptions {
  readonly logIn?: boolean;
  readonly tour?: boolean;
  /** Where the console is, if not at the platform itself. */
  readonly url?: string;
  /** What the clock of the pages shows, always. */
  readonly time?: number;
}

/** A real platform in a temporary directory, and a real browser that opens its console. */
export class ConsoleBrowser {
  readonly home: KubeminHome;
  readonly url: string;
  readonly client: PlatformClient;
  #process: KubeminProcess;
  readonly #browser: Browser;

  private constructor(parts: {
    home: KubeminHome;
    process: KubeminProcess;
    browser: Browser;
    url: string;
    token: string;
  }) {
    this.home = parts.home;
    this.#process = parts.process;
    this.#browser = parts.browser;
    this.url = parts.url;
    this.client = createPlatformClient({ url: parts.url, token: parts.token });
  }

  /** Starts `kubemin up` on free ports with simulated nodes, and Chromium. */
  static async start(...args: readonly string[]): Promise<ConsoleBrowser> {
    const home = await KubeminHome.create();
    const ports = ['--port', '0', '--kube-port', '0'];
    const started = home.start('up', '--data-dir', home.at(), ...ports, ...args);
    await started.waitForOutput('#login=');
    const url = /(http:\/\/127\.0\.0\.1:\d+)\/#login=/.exec(started.stdout + started.stderr)?.[1] ?? '';
    const token = (await readFile(`${home.at()}/admin-token`, 'utf8')).trim();
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch({ executablePath: CHROMIUM ?? 'chromium', args: ARGUMENTS });
    return new ConsoleBrowser({ home, process: started, browser, url, token });
  }

  /** Kills the platform at once, as a crash does, and starts it again on the same port. */
  async restart(): Promise<void> {
    const { port } = new URL(this.url);
    await this.#process.end('SIGKILL');
    this.#process = this.home.start('up', '--data-dir', this.home.at(), '--port', port, '--kube-port', '0');
    await this.#process.waitForOutput('#login=');
  }

  /** A new browser profile; logged in unless the path has a login code or `logIn` is false. The tour of first visits is over unless `tour`. */
  async open(
    path: string,
    { logIn = true, tour = false, url, time, ...options }: OpenOptions = {},
  ): Promise<ConsoleTab> {
    const context = await this.#browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    if (!tour) await context.addInitScript("localStorage.setItem('kubemin.tour', 'done')");
    if (time !== undefined) await context.clock.setFixedTime(time);
    return this.openTab(context, path, { logIn, ...(url !== undefined && { url }) });
  }

  /** A further tab of a profile. */
  async openTab(context: BrowserContext, path: string, { logIn = false, url = this.url } = {}): Promise<ConsoleTab> {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) errors.push(message.text());
    });
    const hash = logIn ? `#login=${(await this.client.createLoginCode()).code}` : '';
    await page.goto(`${url}${path}${hash}`);
    return { page, context, errors };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.home.remove();
  }
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact?: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** Serious and critical findings of axe on a page, each with the first element. */
export async function accessibilityFindings(page: Page): Promise<readonly string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // Evaluated by the debugger, which the content policy of the page does not concern.
  await page.evaluate(source);
  const { violations }: AxeResult = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}
