import { type ChildProcess, spawn } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TerminalError, toError } from '@kubemin/base';
import { deliveryMessages } from '../../messages/index.ts';

/** One call of a program of the platform's machine. */
export interface ProgramRequest {
  /** The name of the program, without a path: it is looked up in the directories of the operator. */
  readonly program: string;
  /** Its arguments; `directory` is where `files` are. */
  readonly args: (directory: string) => readonly string[];
  /** Files that it reads, by name. They are readable by this user alone, and removed when it ends. */
  readonly files?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** How much of the end of each output is kept. */
  readonly maxBytes: number;
  /** Ends the program. */
  readonly signal: AbortSignal;
}

/** What a program left. */
export interface ProgramResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the beginning of an output is missing. */
  readonly truncated: boolean;
}

/**
 * Runs programs that the operator has installed (`ssh`, `helm`), never code of users. The program gets no variables of
 * this process but PATH. Rejects with a TerminalError `PROGRAM_MISSING` where there is no such program, and with the
 * reason of the signal when that ended it.
 */
export type ProgramRunner = (request: ProgramRequest) => Promise<ProgramResult>;

/** Without programs: every call is refused. */
export const noPrograms: ProgramRunner = ({ program }) => Promise.reject(missingProgram(program));

const DIRECTORY_PREFIX = 'kubemin-program-';

/**
 * Runs programs of this machine. `temporary` is where the files of a call are written, each call in its own directory; it
 * is made with the first call. What earlier processes have left there is removed now: make one runner per directory.
 */
export function systemPrograms(options: { readonly path: string; readonly temporary: string }): ProgramRunner {
  const swept = removeLeftDirectories(options.temporary);
  // It is the calls that fail with it.
  swept.catch(() => undefined);
  return async (request) => {
    await swept;
    await mkdir(options.temporary, { recursive: true, mode: 0o700 });
    const directory = await mkdtemp(join(options.temporary, `${DIRECTORY_PREFIX}${process.pid}-`));
    try {
      for (const [name, content] of Object.entries(request.files ?? {})) {
        await writeFile(join(directory, name), content, { mode: 0o600, flag: 'wx' });
      }
      return await runProgram(request, directory, options.path);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  };
}

/** Removes what a killed process of this user has left: the directories may hold credentials. */
async function removeLeftDirectories(temporary: string): Promise<void> {
  const names = await readdir(temporary).catch(() => []);
  for (const name of names) {
    const pid = /^kubemin-program-(\d+)-/.exec(name)?.[1];
    // This process has made none yet: in a container every process of the platform has the same id.
    if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    const path = join(temporary, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isDirectory() && found.uid === process.getuid?.()) await rm(path, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is one.
    return toError(error).message.includes('EPERM');
  }
}

async function runProgram(request: ProgramRequest, directory: string, path: string): Promise<ProgramResult> {
  const { program, args, stdin = '', maxBytes, signal } = request;
  signal.throwIfAborted();
  const child = spawn(program, [...args(directory)], {
    cwd: directory,
    env: { PATH: path, HOME: directory, TMPDIR: directory, LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const stop = (): void => {
    child.kill('SIGKILL');
  };
  signal.addEventListener('abort', stop, { once: true });
  const [stdout, stderr] = [new TailBuffer(maxBytes), new TailBuffer(maxBytes)];
  child.stdout.on('data', (chunk: Buffer) => stdout.add(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.add(chunk));
  // A program that ends without reading its input is no failure of this process.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  try {
    const exitCode = await ended(child, program);
    signal.throwIfAborted();
    return {
      exitCode,
      stdout: stdout.text(),
      stderr: stderr.text(),
      truncated: stdout.truncated || stderr.truncated,
    };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function ended(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ENOENT' || error.code === 'EACCES' ? missingProgram(program, error) : error);
    });
    child.on('close', (code) => resolve(code ?? 137));
  });
}

function missingProgram(program: string, cause?: Error): TerminalError {
  return new TerminalError(deliveryMessages.programMissing({ program }), {
    code: 'PROGRAM_MISSING',
    ...(cause !== undefined && { cause }),
  });
}

/** Keeps the end of what is added. */
class TailBuffer {
  readonly #most: number;
  #chunks: Buffer[] = [];
  #size = 0;
  truncated = false;

  constructor(most: number) {
    this.#most = most;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size <= this.#most * 2) return;
    this.#chunks = [Buffer.concat(this.#chunks).subarray(-this.#most)];
    this.#size = this.#most;
    this.truncated = true;
  }

  text(): string {
    const all = Buffer.concat(this.#chunks);
    if (all.length > this.#most) this.truncated = true;
    return all.subarray(-this.#most).toString('utf8');
  }
}
