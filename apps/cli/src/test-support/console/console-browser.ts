import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@kubemin/base';
import { createPlatformClient, type PlatformClient } from '@kubemin/client';
import { findProgram } from '@kubemin/testing';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { readEndpoints } from '../../connection/endpoints-file.ts';
import { KubeminHome } from '../kubemin-home.ts';
import type { KubeminProcess } from '../kubemin-process.ts';

/** In the order in which the short form prefers them. */
const PROGRAMS = ['chromium-headless-shell', 'chromium'] as const;

/**
 * Where Chromium is, from Debian's packages; undefined where it is not installed. The short form of the tests prefers the one that has no
 * windows: the same engine with three quarters of the processor time. The long form, pictures and benchmarks prefer the complete browser.
 */
export const CHROMIUM = (isShortTest() ? PROGRAMS : PROGRAMS.toReversed()).flatMap(
  (name) => findProgram(name) ?? [],
)[0];

const BUILT_CONSOLE = fileURLToPath(new URL('../../../../../dist/console/index.html', import.meta.url));

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

export interface OpenOptions extends BrowserContextOptions {
  /** @default true */
  readonly logIn?: boolean | undefined;
  /** Whose session it is. @default the administrator's */
  readonly token?: string | undefined;
  /** Where the console is opened. @default the address of the platform */
  readonly address?: string | undefined;
  /** Whether the tour of first visits is shown. */
  readonly tour?: boolean | undefined;
  /** What the clock of the pages shows, always. */
  readonly time?: number | undefined;
}

export interface ConsoleTab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts, and messages of the content policy. */
  readonly errors: readonly string[];
}

/** A real platform in a temporary directory, and a real browser that opens its console. */
export class ConsoleBrowser {
  readonly home: KubeminHome;
  readonly url: string;
  readonly client: PlatformClient;
  #process: KubeminProcess | undefined;
  readonly #args: readonly string[];
  readonly #browser: Browser;
  readonly #ownsHome: boolean;

  private constructor(parts: {
    home: KubeminHome;
    process: KubeminProcess | undefined;
    args: readonly string[];
    browser: Browser;
    ownsHome: boolean;
    url: string;
    token: string;
  }) {
    this.home = parts.home;
    this.#process = parts.process;
    this.#args = parts.args;
    this.#browser = parts.browser;
    this.#ownsHome = parts.ownsHome;
    this.url = parts.url;
    this.client = createPlatformClient({ url: parts.url, token: parts.token });
  }

  /** Starts `kubemin up` on free ports with simulated nodes, and Chromium. */
  static async start(...args: readonly string[]): Promise<ConsoleBrowser> {
    const home = await KubeminHome.create();
    const ports = ['--port', '0', '--kube-port', '0'];
    const started = home.start('up', '--data-dir', home.at(), ...ports, ...args);
    await started.waitForOutput('#login=');
    return ConsoleBrowser.#of(home, started, args);
  }

  /** The same with a clock of the test, in its process. */
  static async startWithClock(clock: Clock): Promise<ConsoleBrowser> {
    const home = await KubeminHome.create();
    await home.upHere({ clock });
    return ConsoleBrowser.#of(home, undefined, []);
  }

  static async #of(
    home: KubeminHome,
    started: KubeminProcess | undefined,
    args: readonly string[],
  ): Promise<ConsoleBrowser> {
    const url = (await readEndpoints(home.at('data/endpoints.json')))?.platform ?? '';
    const token = (await readFile(`${home.at()}/admin-token`, 'utf8')).trim();
    return new ConsoleBrowser({ home, process: started, args, browser: await launch(), ownsHome: true, url, token });
  }

  /** Starts Chromium for the console of an instance that is there already, and stays there when this is closed. */
  static async openAt(instance: {
    readonly home: KubeminHome;
    readonly process: KubeminProcess;
    readonly url: string;
    readonly token: string;
  }): Promise<ConsoleBrowser> {
    return new ConsoleBrowser({ ...instance, args: [], browser: await launch(), ownsHome: false });
  }

  /** Kills the platform at once, as a crash does, and starts it again on the same port, with the same arguments. */
  async restart(): Promise<void> {
    await this.crash();
    await this.startAgain();
  }

  /** Kills the platform at once: nothing responds at its address. */
  async crash(): Promise<void> {
    await this.#process?.end('SIGKILL');
  }

  /** Starts the platform again, on the same port. */
  async startAgain(): Promise<void> {
    const { port } = new URL(this.url);
    const ports = ['--port', port, '--kube-port', '0'];
    this.#process = this.home.start('up', '--data-dir', this.home.at(), ...ports, ...this.#args);
    await this.#process.waitForOutput('#login=');
  }

  /** A new browser profile; logged in as administrator unless the path has a login code, or the options have another choice. */
  async open(path: string, options: OpenOptions = {}): Promise<ConsoleTab> {
    const { logIn = true, token, address, tour = false, time, ...contextOptions } = options;
    const context = await this.#browser.newContext({ viewport: { width: 1440, height: 900 }, ...contextOptions });
    if (!tour) await context.addInitScript("localStorage.setItem('kubemin.tour', 'done')");
    if (time !== undefined) await context.clock.setFixedTime(time);
    return this.openTab(context, path, { logIn, token, address });
  }

  /** A further tab of a profile. */
  async openTab(
    context: BrowserContext,
    path: string,
    { logIn = false, token, address = this.url }: Pick<OpenOptions, 'logIn' | 'token' | 'address'> = {},
  ): Promise<ConsoleTab> {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) errors.push(message.text());
    });
    const client = token === undefined ? this.client : createPlatformClient({ url: this.url, token });
    const hash = logIn ? `#login=${(await client.createLoginCode()).code}` : '';
    await page.goto(`${address}${path}${hash}`);
    return { page, context, errors };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    if (this.#ownsHome) await this.home.remove();
  }
}

function isShortTest(): boolean {
  return process.env.VITEST !== undefined && process.env.KUBEMIN_TEST_FULL !== '1';
}

async function launch(): Promise<Browser> {
  // Otherwise each test would wait in vain for a page.
  if (!existsSync(BUILT_CONSOLE)) throw new Error('the console is not built: run npm run build first');
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: CHROMIUM ?? 'chromium', args: ARGUMENTS });
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
