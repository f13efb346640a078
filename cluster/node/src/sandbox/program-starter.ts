import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Clock } from '@kubemin/base';
import { type Message, verbatim } from '@kubemin/base/message';
import { runtimeMessages } from '../messages/index.ts';
import { RuntimeError, type RuntimeErrorCode } from '../runtime/index.ts';
import { shellQuote } from './scripts.ts';

export interface ProgramStarterOptions {
  /** The words that lead into all namespaces of the node. */
  readonly enter: readonly string[];
  readonly sh: string;
  readonly setsid: string;
  /** Has the messages of the shell itself. */
  readonly errorFile: string;
  readonly clock: Clock;
}

/** A shell script that goes on when this process ends. */
export interface ScriptRequest {
  /** The words that make its namespaces. @default none */
  readonly prefix?: readonly string[];
  readonly script: string;
  readonly words: readonly string[];
  /** Receives what the script writes to standard error, also after this process has ended. */
  readonly errorFile: string;
  /** The beginning of the error when it ends without a report. */
  readonly failure: Message;
  readonly code: RuntimeErrorCode;
  /** Whether the script was killed before it could report anything. @default it was not */
  readonly isLost?: () => boolean;
}

/** Runs a script and reports when it ends without having reported that it is ready. */
const RUN_SCRIPT = `trap 'echo "$KUBEMIN_JOB" >&3' EXIT; . "$0"`;

/** How often it is looked whether a script was killed, and for how long it may take to report. */
const LOST_CHECK_MS = 500;
const LONGEST_START_MS = 60_000;
/** A script that ended at once may have reported before: its report is read from the pipe before it counts as lost. */
const REPORT_READ_MS = 50;

/**
 * Starts programs in the namespaces of a node through a shell that stays. Node copies its page tables for each program that
 * it starts, and stands still meanwhile; a shell is small. It reads commands from a pipe, ends when that is closed, as when
 * this process is killed, and is started again when it was killed itself. What it starts belongs to the anchor at once.
 *
 * Scripts find their number in KUBEMIN_JOB, and write a line with it and their report to file descriptor 3. The shell itself
 * writes `+` and the number there when it begins a command.
 */
export class ProgramStarter implements Disposable {
  readonly #options: ProgramStarterOptions;
  readonly #jobs = new Map<number, Job>();
  #last = 0;
  #shell: Promise<Shell> | undefined;

  constructor(options: ProgramStarterOptions) {
    this.#options = options;
  }

  /** Resolves with the report of the script; rejects with what it wrote to standard error when it fails before. */
  async start({ prefix = [], script, words, errorFile, failure, code, isLost }: ScriptRequest): Promise<string> {
    const { sh, setsid } = this.#options;
    const command = quoteWords([...prefix, setsid, '--fork', sh, '-c', RUN_SCRIPT, script, ...words]);
    // In the foreground until it has a session of its own: in the background shells let programs ignore SIGINT.
    const report = await this.#ask(
      (job) => `KUBEMIN_JOB=${job} ${command} </dev/null >/dev/null 2>>${shellQuote(errorFile)} || echo ${job} >&3`,
      isLost,
    );
    if (report !== undefined) return report;
    const message = (await readFile(errorFile, 'utf8').catch(() => '')).trim().split('\n').at(-1);
    throw new RuntimeError(
      code,
      runtimeMessages.failedWith({
        failure,
        reason: message ? verbatim(message) : runtimeMessages.endedSilently({ program: script }),
      }),
    );
  }

  /** Runs a program to its end. Rejects with a RuntimeError that has its own message when that is not 0. */
  async run(command: readonly string[], input = ''): Promise<void> {
    const document = `<<'KUBEMIN_END'\n${input}\nKUBEMIN_END\n`;
    const report = await this.#ask(
      // Unquoted: one line of words.
      (job) => `( { out=$(${quoteWords(command)} 2>&1 ${document}); echo ${job} $? $out >&3; } & )`,
    );
    const [, status, message = ''] = /^(\d+) ?(.*)$/.exec(report ?? '') ?? [];
    if (status === '0') return;
    const reason = message
      ? verbatim(message)
      : status === undefined
        ? runtimeMessages.notStarted
        : runtimeMessages.endedWith({ status });
    throw new RuntimeError('RUNTIME_BROKEN', runtimeMessages.programFailed({ program: command[0] ?? '', reason }));
  }

  /** What was started goes on. */
  [Symbol.dispose](): void {
    void this.#shell?.then((shell) => shell.input.end()).catch(() => undefined);
    this.#shell = undefined;
  }

  async #ask(text: (job: number) => string, isLost = () => false): Promise<string | undefined> {
    const deadline = this.#options.clock.monotonic() + LONGEST_START_MS;
    for (;;) {
      const report = await this.#askOnce(text, isLost, deadline);
      // The end of a killed shell is reported later than it happens: what was written to it meanwhile goes to the next one.
      if (report !== NOT_BEGUN) return report;
    }
  }

  async #askOnce(
    text: (job: number) => string,
    isLost: () => boolean,
    deadline: number,
  ): Promise<string | undefined | typeof NOT_BEGUN> {
    const { clock } = this.#options;
    this.#last += 1;
    const number = this.#last;
    const shell = await this.#openShell();
    const { promise, resolve } = Promise.withResolvers<string | undefined | typeof NOT_BEGUN>();
    const job: Job = { hasBegun: false, report: resolve };
    let cancel = (): void => undefined;
    const check = (wasLost: boolean): void => {
      const lost = isLost() || shell.hasEnded();
      if (clock.monotonic() > deadline) resolve(undefined);
      else if (lost && wasLost) resolve(shell.hasEnded() && !job.hasBegun ? NOT_BEGUN : undefined);
      else cancel = clock.after(lost ? REPORT_READ_MS : LOST_CHECK_MS, () => check(lost));
    };
    cancel = clock.after(LOST_CHECK_MS, () => check(false));
    this.#jobs.set(number, job);
    shell.reports.ref();
    // In braces: of a command that was cut off, as this process is killed, nothing is run.
    shell.input.write(`{ echo +${number} >&3; ${text(number)}\n}\n`);
    try {
      return await promise;
    } finally {
      cancel();
      this.#jobs.delete(number);
      if (this.#jobs.size === 0) shell.reports.unref();
    }
  }

  async #openShell(): Promise<Shell> {
    this.#shell ??= this.#startShell();
    const shell = this.#shell;
    try {
      const opened = await shell;
      if (!opened.hasEnded()) return opened;
    } catch (error) {
      if (this.#shell === shell) this.#shell = undefined;
      throw error;
    }
    if (this.#shell === shell) this.#shell = undefined;
    return this.#openShell();
  }

  async #startShell(): Promise<Shell> {
    const { enter, sh, errorFile } = this.#options;
    const [program = '', ...words] = [...enter, sh, '-s', 'kubemin-starter'];
    const errors = await open(errorFile, 'a');
    try {
      const stdio = ['pipe', 'ignore', errors.fd, 'pipe'] as const;
      const child = spawn(program, words, { detached: true, env: {}, stdio: [...stdio] });
      const [input, , , reports] = child.stdio;
      if (!(input instanceof Socket) || !(reports instanceof Socket)) throw new TypeError('the shell has no pipes');
      let hasEnded = false;
      const end = (): void => {
        hasEnded = true;
      };
      child.on('exit', end).on('error', end);
      // Written to after it was killed: its jobs fail.
      input.on('error', end);
      reports.on('error', () => undefined);
      this.#readReports(reports);
      unref(child, input, reports);
      input.write('set -f\ncd /\n');
      return { input, reports, hasEnded: () => hasEnded };
    } finally {
      await errors.close();
    }
  }

  #readReports(reports: Socket): void {
    let text = '';
    reports.setEncoding('utf8');
    reports.on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const [, begun, number, report] = /^(\+?)(\d+)(?: (.*))?$/.exec(line) ?? [];
        const job = this.#jobs.get(Number(number));
        if (job === undefined) continue;
        if (begun === '+') job.hasBegun = true;
        else job.report(report);
      }
    });
  }
}

/** The shell ended before it read the command. */
const NOT_BEGUN = Symbol('not begun');

interface Job {
  /** Whether the shell has read the command: from then on it may have started something. */
  hasBegun: boolean;
  /** Takes the report of the script: undefined when it failed. */
  readonly report: (report: string | undefined) => void;
}

interface Shell {
  readonly input: Socket;
  readonly reports: Socket;
  hasEnded(): boolean;
}

function quoteWords(words: readonly string[]): string {
  return words.map(shellQuote).join(' ');
}

function unref(...handles: readonly (ChildProcess | Socket)[]): void {
  for (const handle of handles) handle.unref();
}
