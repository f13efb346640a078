import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Disposables } from '@kubemin/base';

/** What to start, and on what. */
export interface StartOptions {
  /** Ends the process if it still runs. */
  readonly open: Disposables;
  readonly entry: string;
  readonly directory: string;
  readonly demo: boolean;
  /** More arguments of `up`. */
  readonly words?: readonly string[];
  /** Node's own flags. */
  readonly flags?: readonly string[];
}

/** How long a start took, in milliseconds. */
export interface StartTimes {
  /** Until `/readyz` responded. */
  readonly ready: number;
  /** Until everything was printed, which is after the demo has become Running. */
  readonly summary: number;
  /** Processor time it had taken when it was ready. */
  readonly processor: number;
}

const TICKS_PER_SECOND = 100;
const PAGE = 4096;

/** A `kubemin up` in a process of its own, and what the kernel knows about it. */
export class StartedPlatform {
  readonly #child: ChildProcess;
  readonly #directory: string;
  readonly times: StartTimes;

  private constructor(child: ChildProcess, directory: string, times: StartTimes) {
    this.#child = child;
    this.#directory = directory;
    this.times = times;
  }

  /** Rejects when the process ends before it runs. */
  static async start({ open, entry, directory, demo, ...more }: StartOptions): Promise<StartedPlatform> {
    const began = performance.now();
    const words = [
      'up',
      '--runtime',
      'simulated',
      '--data-dir',
      directory,
      '--port',
      '0',
      '--kube-port',
      '0',
      ...(demo ? ['--demo'] : []),
    ];
    const flags = ['--disable-warning=ExperimentalWarning', ...(more.flags ?? [])];
    const child = spawn(process.execPath, [...flags, entry, ...words, ...(more.words ?? [])], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    open.add(() => end(child, 'SIGKILL'));
    const printed = waitForOutput(child, 'KubeMin is up').then(() => performance.now() - began);
    const [{ ready, processor }, summary] = await Promise.all([readiness(child, directory, began), printed]);
    return new StartedPlatform(child, directory, { ready, processor, summary });
  }

  /** Where its REST API is, and the token that opens it. */
  access(): { readonly url: string; readonly token: string } {
    const url = platformUrl(this.#directory, this.#child.pid);
    if (url === undefined) throw new Error('kubemin up has no file with its address any more');
    return { url, token: readFileSync(join(this.#directory, 'admin-token'), 'utf8').trim() };
  }

  /** Bytes in memory. */
  residentBytes(): number {
    const [, resident] = readFileSync(`/proc/${this.#child.pid}/statm`, 'utf8').split(' ');
    return Number(resident) * PAGE;
  }

  processorMs(): number {
    return processorMs(this.#child);
  }

  async stop(): Promise<void> {
    await end(this.#child, 'SIGTERM');
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function readiness(child: ChildProcess, directory: string, began: number) {
  for (;;) {
    if (hasEnded(child)) throw new Error(`kubemin up ended with ${child.exitCode ?? child.signalCode}`);
    const url = platformUrl(directory, child.pid);
    // A process that has just ended refuses connections before its end is reported here.
    const response = url === undefined ? undefined : await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) {
      return { ready: performance.now() - began, processor: processorMs(child) };
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Undefined until the process has written where it listens. */
function platformUrl(directory: string, pid: number | undefined): string | undefined {
  try {
    const endpoints = JSON.parse(readFileSync(join(directory, 'endpoints.json'), 'utf8'));
    return endpoints.pid === pid ? endpoints.platform : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function processorMs({ pid }: ChildProcess): number {
  // The name of the program stands in brackets and may hold anything.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
  const [user, system] = fields.split(' ').slice(11, 13);
  return ((Number(user) + Number(system)) * 1000) / TICKS_PER_SECOND;
}

/** Resolves when the text was printed; later output is discarded. */
async function waitForOutput({ stdout, stderr }: ChildProcess, text: string): Promise<void> {
  stderr?.resume();
  let printed = '';
  for await (const chunk of stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += String(chunk);
    if (!printed.includes(text)) continue;
    stdout?.resume();
    return;
  }
  throw new Error(`kubemin up ended before it printed "${text}"; its output: ${printed}`);
}
