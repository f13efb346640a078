import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@kubemin/testing';

const TOKEN = 'secret-of-the-test';
const FLAGS = ['--expose-gc', '--disable-warning=ExperimentalWarning'];

/**
 * As `bin/kubemin up` sets it: large buffers that were freed go back to the system, so that resident memory is what the server holds,
 * and not what the C library keeps.
 */
const RETURNED_MEMORY = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' };

/** Where the process listens. */
export interface ServedPorts {
  readonly plainPort: number;
  readonly securePort: number;
  /** Plain HTTP, but a request must be sent within fractions of a second. */
  readonly impatientPort: number;
  readonly ca: string;
}

/** What the process reports about itself. */
export interface ProcessReport {
  /** Resident memory after a garbage collection, in bytes. */
  readonly rss: number;
  /** Properties that were added to the prototype of all objects. */
  readonly polluted: readonly string[];
}

/** An API server in a process of its own, which hostile requests may end without ending the test. */
export class ApiServerProcess {
  readonly ports: ServedPorts;
  readonly authorization = `Bearer ${TOKEN}`;
  readonly #child: ChildProcess;
  readonly #directory: TemporaryDirectory;
  #stderr = '';

  private constructor(child: ChildProcess, directory: TemporaryDirectory, ports: ServedPorts) {
    this.#child = child;
    this.#directory = directory;
    this.ports = ports;
    child.stderr?.on('data', (chunk) => {
      this.#stderr += String(chunk);
    });
  }

  static async start(): Promise<ApiServerProcess> {
    const directory = await temporaryDirectory();
    const child = fork(join(import.meta.dirname, 'api-server-child.ts'), [directory.path, TOKEN], {
      execArgv: FLAGS,
      env: { ...process.env, ...RETURNED_MEMORY },
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    const [ports] = await once(child, 'message');
    return new ApiServerProcess(child, directory, ports);
  }

  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** What it had to complain about; a server that is asked nonsense should not. */
  get stderr(): string {
    return this.#stderr;
  }

  async report(): Promise<ProcessReport> {
    this.#child.send('report');
    const [report] = await once(this.#child, 'message');
    return report;
  }

  async stop(): Promise<void> {
    if (this.alive) {
      this.#child.kill('SIGKILL');
      await once(this.#child, 'exit');
    }
    await this.#directory.remove();
  }
}
