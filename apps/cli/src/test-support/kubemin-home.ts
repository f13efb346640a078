import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { quickDirectory } from '@kubemin/testing';
import { kubemin } from './kubemin-command.ts';
import { type KubeminOptions, KubeminProcess } from './kubemin-process.ts';

const FREE_PORTS = ['--port', '0', '--kube-port', '0'];

/** A temporary directory to run kubemin in; what was started there ends with it. */
export class KubeminHome {
  readonly path: string;
  readonly #remove: () => Promise<void>;
  readonly #processes: KubeminProcess[] = [];

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

  /** Starts both planes on free ports and waits until they are there. */
  up(...args: readonly string[]): Promise<KubeminProcess> {
    return this.upWith({}, ...args);
  }

  /** As up, with variables or limits of its own. */
  async upWith(
    options: Pick<KubeminOptions, 'env' | 'openFiles'>,
    ...args: readonly string[]
  ): Promise<KubeminProcess> {
    const started = this.startWith(options, 'up', '--data-dir', this.at(), ...FREE_PORTS, ...args);
    await started.waitForOutput('KubeMin is up');
    return started;
  }

  async remove(): Promise<void> {
    await Promise.all(this.#processes.map((one) => one.end()));
    // Pods outlive a platform that was killed.
    for (const name of await readdir(this.path)) {
      if (existsSync(join(this.at(name), 'node', 'runtime'))) await kubemin(['down', '--data-dir', this.at(name)]);
    }
    await this.#remove();
  }
}
