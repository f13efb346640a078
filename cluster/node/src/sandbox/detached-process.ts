import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { errorMessage, type Message, verbatim } from '@kubemin/base/message';
import { runtimeMessages } from '../messages/index.ts';
import { RuntimeError, type RuntimeErrorCode } from '../runtime/index.ts';

export interface DetachedOptions {
  /** Receives what the process writes to standard error, also after this process has ended. */
  readonly errorFile: string;
  /** The beginning of the error when it ends without a report. */
  readonly failure: Message;
  /** @default RUNTIME_BROKEN */
  readonly code?: RuntimeErrorCode;
  /** @default /dev/null */
  readonly stdin?: number;
  /** Its working directory. @default that of this process */
  readonly directory?: string;
  /** @default none */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface DetachedProcess {
  /** The first line that it wrote to file descriptor 3. */
  readonly report: string;
  readonly child: ChildProcess;
}

/**
 * Starts a program in a session of its own that goes on when this process ends. Resolves when it has reported that it is
 * ready by a line on file descriptor 3; rejects with what it wrote to standard error when it closes that without one.
 */
export async function startDetached(command: readonly string[], options: DetachedOptions): Promise<DetachedProcess> {
  const [program = '', ...words] = command;
  const errors = await open(options.errorFile, 'a');
  try {
    const stdio = [options.stdin ?? 'ignore', 'ignore', errors.fd, 'pipe'] as const;
    const child = spawn(program, words, {
      detached: true,
      env: options.environment ?? {},
      cwd: options.directory,
      stdio: [...stdio],
    });
    const report = await readReport(child);
    child.unref();
    if (report !== undefined) return { report, child };
    const message = (await readFile(options.errorFile, 'utf8')).trim().split('\n').at(-1);
    throw new RuntimeError(
      options.code ?? 'RUNTIME_BROKEN',
      runtimeMessages.failedWith({
        failure: options.failure,
        reason: message ? verbatim(message) : runtimeMessages.endedSilently({ program }),
      }),
    );
  } finally {
    await errors.close();
  }
}

/** The first line that a process writes to file descriptor 3; undefined when it closes that without one. */
export function readReport(child: ChildProcess): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const stream = child.stdio[3];
  if (!(stream instanceof Readable)) throw new TypeError('file descriptor 3 of the child is not readable');
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    text += chunk;
    if (!text.includes('\n')) return;
    resolve(text.slice(0, text.indexOf('\n')));
    stream.destroy();
  });
  stream.on('end', () => resolve(undefined)).on('error', () => resolve(undefined));
  child.on('error', (error) => {
    reject(
      new RuntimeError(
        'RUNTIME_BROKEN',
        runtimeMessages.cannotRun({ program: child.spawnfile, reason: errorMessage(error) }),
        error,
      ),
    );
  });
  return promise;
}
