import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where commands run that a test starts nowhere else. */
export const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

/** The command as it stands in the checkout. */
export const KUBEMIN = join(ROOT, 'bin', 'kubemin');

export interface KubeminOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The limit of open files it is started with. @default that of the test */
  readonly openFiles?: number;
}

export interface FinishedKubemin {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The real command in a process of its own, as a user starts it. */
export class KubeminProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  #stdout = '';
  #stderr = '';
  #onText: (() => void)[] = [];

  constructor(args: readonly string[], options: KubeminOptions = {}) {
    const limited = options.openFiles === undefined ? [] : ['-c', `ulimit -n ${options.openFiles}; exec "$0" "$@"`];
    const [program = KUBEMIN, ...rest] = limited.length === 0 ? [KUBEMIN] : ['sh', ...limited, KUBEMIN];
    this.#child = spawn(program, [...rest, ...args], {
      cwd: options.cwd ?? ROOT,
      env: {
        ...commandEnvironment(options),
        // Tests of containers choose them; all others are about the rest. None reaches outside.
        ...(args[0] === 'up' && { KUBEMIN_RUNTIME: 'simulated', KUBEMIN_EGRESS: 'off' }),
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (chunk) => this.#heard(() => (this.#stdout += String(chunk))));
    this.#child.stderr?.on('data', (chunk) => this.#heard(() => (this.#stderr += String(chunk))));
    this.#exited = once(this.#child, 'close').then(() => this.#heard(() => undefined));
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Resolves when the text has been printed on either stream; fails when the process ends without it. */
  async waitForOutput(text: string | RegExp): Promise<void> {
    const hasPrinted = (): boolean => {
      const all = this.#stdout + this.#stderr;
      return typeof text === 'string' ? all.includes(text) : text.test(all);
    };
    while (!hasPrinted()) {
      if (!this.running) throw new Error(`kubemin exited without printing ${text}:\n${this.#stdout}\n${this.#stderr}`);
      await new Promise<void>((resolve) => this.#onText.push(resolve));
    }
  }

  async finished(): Promise<FinishedKubemin> {
    await this.#exited;
    return { exitCode: this.#child.exitCode, stdout: this.#stdout, stderr: this.#stderr };
  }

  /** Sends a signal without waiting for what becomes of it. */
  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(name);
  }

  /** Ends it; SIGKILL is the crash. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<FinishedKubemin> {
    if (this.running) this.#child.kill(signal);
    return this.finished();
  }

  #heard(note: () => void): void {
    note();
    const waiting = this.#onText;
    this.#onText = [];
    for (const wake of waiting) wake();
  }
}

/** The variables of a command: of those that decide where commands look and how they draw, only the test's own. */
export function commandEnvironment({ cwd, env }: KubeminOptions): Readonly<Record<string, string | undefined>> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(KUBEMIN_|LC_|LANG|XDG_|EDITOR$|VISUAL$)/.test(name)),
  );
  // What a user has saved on this machine is no part of a test.
  return { ...inherited, XDG_CONFIG_HOME: join(cwd ?? tmpdir(), '.config'), KUBEMIN_COMMAND: 'kubemin', ...env };
}
