import { spawn } from 'node:child_process';
import { errorMessage, verbatim } from '@kubemin/base/message';
import { runtimeMessages } from '../messages/index.ts';
import { RuntimeError } from '../runtime/index.ts';

/** How a program is run. */
export interface RunOptions {
  /** Written to its standard input. */
  readonly input?: string;
  /** @default none */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Runs a program of this machine to its end and resolves with what it wrote to standard output. Rejects with a RuntimeError
 * that has the program's own message when it ends with anything but 0.
 */
export function runProgram(command: readonly string[], options: RunOptions = {}): Promise<string> {
  const [program = '', ...words] = command;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(program, words, { env: options.environment ?? {}, stdio: ['pipe', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  // A program that ends without reading its input is reported by its exit code.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  child.on('error', (error) =>
    reject(
      new RuntimeError('RUNTIME_BROKEN', runtimeMessages.cannotRun({ program, reason: errorMessage(error) }), error),
    ),
  );
  child.on('close', (code, signal) => {
    if (code === 0) {
      resolve(Buffer.concat(output).toString());
      return;
    }
    const message = Buffer.concat(errors).toString().trim();
    const reason = message === '' ? runtimeMessages.endedWith({ status: String(signal ?? code) }) : verbatim(message);
    reject(new RuntimeError('RUNTIME_BROKEN', runtimeMessages.programFailed({ program, reason })));
  });
  return promise;
}
