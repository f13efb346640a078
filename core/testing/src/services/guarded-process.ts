import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceUser } from './service-user.ts';

/** What to start, where, as whom, and how to stop it. */
export interface GuardedProcessOptions {
  readonly command: readonly [program: string, ...args: string[]];
  /** The service's own; its output goes to a file there. */
  readonly directory: string;
  readonly user: ServiceUser | undefined;
  /** The signal that stops it. @default TERM */
  readonly stopSignal?: 'TERM' | 'QUIT' | 'KILL';
}

/**
 * The line it reads comes when the service is to stop; the end of input without one means that the parent process is
 * gone, however that happened, and then the directory goes too.
 */
const GUARD = `
signal=$1 directory=$2; shift 2
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(
  if read -r word <&3; then kill -s "$signal" $server
  else kill -s KILL $server; rm -rf "$directory"
  fi
) &
wait $server
`;

/** A server process that never outlives the one that started it. */
export class GuardedProcess {
  readonly #child: ChildProcess;
  readonly #log: string;

  constructor(options: GuardedProcessOptions) {
    const { command, directory, user, stopSignal = 'TERM' } = options;
    this.#log = join(directory, 'output.log');
    const output = openSync(this.#log, 'w');
    const args = ['-c', GUARD, 'guard', stopSignal, directory, ...command];
    this.#child = spawn('/bin/sh', args, { cwd: directory, stdio: ['pipe', output, output], ...user });
    closeSync(output);
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** What it has printed. */
  get output(): string {
    return readFileSync(this.#log, 'utf8');
  }

  async stop(): Promise<void> {
    if (!this.running) return;
    const ended = once(this.#child, 'exit');
    this.#child.stdin?.end('stop\n');
    await ended;
  }
}
