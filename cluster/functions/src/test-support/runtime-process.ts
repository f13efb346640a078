import { spawn, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createRuntimes } from '../runtimes/index.ts';

export const INSTANCE_TOKEN = 'token-of-instances';

export interface RuntimeProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly exited: Promise<void>;
  kill(signal?: NodeJS.Signals): void;
}

/** Why a runtime cannot run as a process of this machine; undefined when it can. */
export function missingProgram(runtime: string): string | undefined {
  if (runtime !== 'python') return undefined;
  const { status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']);
  return status === 0 ? undefined : 'python3 is not installed';
}

/** Runs the program of a runtime as a process of this machine, on a free port of the loopback address. */
export async function startRuntimeProcess(
  runtime: string,
  directory: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RuntimeProcess> {
  const program = createRuntimes().get(runtime)?.program;
  if (program === undefined) throw new Error(`the runtime ${runtime} has no program`);
  await mkdir(directory, { recursive: true });
  const file = join(directory, program.fileName);
  await writeFile(file, program.text);
  const [name = '', ...words] = program.command;
  const child = spawn(name === 'node' ? process.execPath : name, [...words, file], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      HOME: directory,
      PORT: '0',
      FUNCTION_HOST: '127.0.0.1',
      FUNCTION_DIRECTORY: join(directory, 'code'),
      FUNCTION_TOKEN: INSTANCE_TOKEN,
      ...env,
    },
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface({ input: child.stdout });
  const listening = new Promise<string>((resolve) => lines.once('line', resolve));
  const first = await Promise.race([listening, exited.then(() => 'ended')]);
  const port = Number(/listening on (\d+)/.exec(first)?.[1] ?? Number.NaN);
  if (Number.isNaN(port)) throw new Error(`the program of the runtime ${runtime} did not start: ${first}`);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    exited,
    kill: (signal = 'SIGKILL') => void child.kill(signal),
  };
}
