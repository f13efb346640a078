import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { KubectlProgram } from './kubectl-programs.ts';
import type { KubectlTarget } from './kubectl-target.ts';

/** How a command line went. */
export interface ShellOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that goes on until it is stopped. */
export interface RunningCommand {
  /** Waits for the next line of its output; undefined at its end. */
  line(): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** A shell where `kubectl` is one version of it, at home in one namespace. */
export class KubectlShell<T extends KubectlTarget = KubectlTarget> {
  readonly target: T;
  readonly namespace: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(target: T, namespace: string, env: NodeJS.ProcessEnv) {
    this.target = target;
    this.namespace = namespace;
    this.#env = env;
  }

  /** Makes the namespace. Several shells of one target have one memory of what the server has. */
  static async open<T extends KubectlTarget>(
    target: T,
    program: KubectlProgram,
    namespace: string,
  ): Promise<KubectlShell<T>> {
    const { home } = target;
    const directory = join(home, namespace);
    await mkdir(directory);
    await symlink(program.path, join(directory, 'kubectl'));
    await writeFile(join(directory, 'kubeconfig'), target.kubeconfig(namespace));
    await target.openNamespace(namespace);
    return new KubectlShell(target, namespace, {
      PATH: [directory, process.env.PATH].join(delimiter),
      HOME: home,
      KUBECONFIG: join(directory, 'kubeconfig'),
      TMPDIR: directory,
      // It ends before it has to collect garbage, and threads of its own only take turns with those of the tests.
      GOGC: 'off',
      GOMAXPROCS: '1',
    });
  }

  /** Runs a command line to its end. */
  async run(command: string, input = ''): Promise<ShellOutcome> {
    const child = this.#start(command);
    child.stdin.end(input);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, stdout, stderr };
  }

  /** For commands that run until they are stopped. */
  start(command: string): RunningCommand {
    const child = this.#start(`exec ${command}`);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
      line: async () => (await lines.next()).value,
      stop: async () => {
        child.kill();
        if (!ended(child)) await once(child, 'exit');
      },
    };
  }

  #start(command: string) {
    return spawn('sh', ['-c', command], { env: this.#env, stdio: 'pipe' });
  }
}

function ended({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
