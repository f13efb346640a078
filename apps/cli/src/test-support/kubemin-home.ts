import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { quickDirectory } from '@kubemin/testing';
import { kubemin } from './kubemin-command.ts';
import { commandEnvironment, type KubeminOptions, KubeminProcess } from './kubemin-process.ts';
import { type HereOptions, runHere } from './run-here.ts';

const FREE_PORTS = ['--port', '0', '--kube-port', '0'];
const UP = 'KubeMin is up';
const FULL = process.env.KUBEMIN_TEST_FULL === '1';

/** A temporary directory to run kubemin in; what was started there ends with it. */
export class KubeminHome {
  readonly path: string;
  readonly #remove: () => Promise<void>;
  readonly #processes: KubeminProcess[] = [];
  readonly #platformsHere: (() => Promise<unknown>)[] = [];

  private constructor(path: string, remove: () => Promise<void>) {
    this.path = path;
    this.#remove = remove;
  }

  static async create(): Promise<KubeminHome> {
    const { path, remove } = await quickDirectory();
    return new KubeminHome(path, remove);
  }

  /** A path in it; the data directory by default. */
  at(name = 'data'): string {
    return join(this.path, name);
  }

  start(...args: readonly string[]): KubeminProcess {
    return this.startWith({}, ...args);
  }

  /** As start, with variables or limits of its own. */
  startWith(options: Pick<KubeminOptions, 'env' | 'openFiles'>, ...args: readonly string[]): KubeminProcess {
    const started = new KubeminProcess(args, { ...options, cwd: this.path });
    this.#processes.push(started);
    return started;
  }

  /**
   * Starts both planes on free ports and waits until they are there. In the short form of the tests they run in the
   * process of the test, where they start with a fifth of the processor time. Tests that stop or kill the platform, or
   * read what it prints, need `upProcess`.
   */
  async up(...args: readonly string[]): Promise<void> {
    if (FULL) await this.upProcess(...args);
    else await this.upHere({}, ...args);
  }

  /** Starts both planes in the process of the test, as `up` does; with a clock of its own if there is one. */
  async upHere(options: Pick<HereOptions, 'clock'>, ...args: readonly string[]): Promise<void> {
    const stop = new AbortController();
    const { promise: started, resolve: onStarted } = Promise.withResolvers<'started'>();
    const finished = runHere(this.#upCommand(args), {
      ...options,
      cwd: this.path,
      env: commandEnvironment({ cwd: this.path }),
      homeDirectory: homedir(),
      interrupted: stop.signal,
      terminal: { out: (text) => text.includes(UP) && onStarted('started') },
    });
    this.#platformsHere.push(() => {
      stop.abort();
      return finished;
    });
    const outcome = await Promise.race([started, finished]);
    if (outcome !== 'started') throw new Error(`kubemin up exited with ${outcome.exitCode}:\n${outcome.stderr}`);
  }

  /** The same in a process of its own. */
  upProcess(...args: readonly string[]): Promise<KubeminProcess> {
    return this.upWith({}, ...args);
  }

  /** As upProcess, with variables or limits of its own. */
  async upWith(
    options: Pick<KubeminOptions, 'env' | 'openFiles'>,
    ...args: readonly string[]
  ): Promise<KubeminProcess> {
    const started = this.startWith(options, ...this.#upCommand(args));
    await started.waitForOutput(UP);
    return started;
  }

  /** Stops what was started: `up` may run in the process of the test, which `kubemin down` must not signal. */
  async down(): Promise<void> {
    await Promise.all([
      ...this.#processes.map((one) => one.end('SIGTERM')),
      ...this.#platformsHere.splice(0).map((stopPlatform) => stopPlatform()),
    ]);
  }

  async remove(): Promise<void> {
    await Promise.all(this.#processes.map((one) => one.end()));
    await this.down();
    // Pods outlive a platform that was killed.
    for (const name of await readdir(this.path)) {
      if (existsSync(join(this.at(name), 'node', 'runtime'))) await kubemin(['down', '--data-dir', this.at(name)]);
    }
    await this.#remove();
  }

  #upCommand(args: readonly string[]): readonly string[] {
    return ['up', '--data-dir', this.at(), ...FREE_PORTS, ...args];
  }
}
