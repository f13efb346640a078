import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { bundleProgram } from '../test-support/bundle-program.ts';

/** A program of the tests and its options. */
export interface ForkedProgramOptions {
  /** The file to run. */
  readonly program: string;
  /** Handed over as JSON, as the only argument. */
  readonly argument: unknown;
  /** A directory for its bundle, and for what is compiled of it unless all tests of the run have a place: most of what a start costs. */
  readonly cacheDirectory: string;
}

/** A process of its own that sends a message when it is ready, runs until it is killed, and ends with its parent. */
export class ForkedProgram {
  /** Resolves to false when it ended before it was ready. */
  readonly ready: Promise<boolean>;
  /** Resolves when the process has ended, for any reason. */
  readonly gone: Promise<unknown>;
  readonly #child: ChildProcess;

  constructor({ program, argument, cacheDirectory }: ForkedProgramOptions) {
    this.#child = fork(bundleProgram(program, cacheDirectory), [JSON.stringify(argument)], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { NODE_COMPILE_CACHE: cacheDirectory, ...process.env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.gone = once(this.#child, 'exit');
    const firstMessage = once(this.#child, 'message').then(() => true);
    this.ready = Promise.race([firstMessage, this.gone.then(() => false)]);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#child.on('message', listener);
  }

  /** Has no effect on a process that has ended; `gone` reports that. */
  send(message: string): void {
    this.#child.send(message, () => undefined);
  }

  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void {
    this.#child.kill(name);
  }

  /** Ends it as a power cut would; also one that is stopped. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.gone;
  }
}
