import { execFile } from 'node:child_process';
import { errorMessage, type Message } from '@kubemin/base/message';
import { accessMessages } from '../messages/index.ts';

/** A program to run. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How a program ended. */
export type CommandResult =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: string }
  /** It could not be started, or was killed. */
  | { readonly kind: 'failed'; readonly missing: boolean; readonly reason: Message; readonly stderr: string };

/** Runs a program to its end; killed when the signal aborts. */
export type RunCommand = (command: Command, signal: AbortSignal) => Promise<CommandResult>;

const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** Runs a program with empty stdin, so that one that asks a question fails instead of waiting for ever. */
export const runCommand: RunCommand = ({ file, args, env }, signal) =>
  new Promise((resolve) => {
    const child = execFile(
      file,
      [...args],
      { env: { ...env }, signal, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true },
      (error, stdout, stderr) => {
        if (error === null) resolve({ kind: 'exited', code: 0, stdout, stderr });
        else if (typeof error.code === 'number') resolve({ kind: 'exited', code: error.code, stdout, stderr });
        else
          resolve({
            kind: 'failed',
            missing: errorCode(error) === 'ENOENT',
            reason: failureReason(error, signal),
            stderr,
          });
      },
    );
    child.stdin?.end();
  });

function errorCode(error: Error): unknown {
  return 'code' in error ? error.code : undefined;
}

function failureReason(error: Error & { readonly signal?: unknown }, { aborted, reason }: AbortSignal): Message {
  if (aborted) return reason instanceof Error ? errorMessage(reason) : accessMessages.aborted;
  return typeof error.signal === 'string'
    ? accessMessages.endedBySignal({ signal: error.signal })
    : errorMessage(error);
}
