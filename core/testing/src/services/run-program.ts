import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ServiceUser } from './service-user.ts';

const execute = promisify(execFile);

/** Runs a program to its end; rejects with what it printed. */
export async function runProgram(
  command: readonly [program: string, ...args: string[]],
  options: { readonly cwd: string; readonly user: ServiceUser | undefined },
): Promise<void> {
  const [program, ...args] = command;
  await execute(program, args, { cwd: options.cwd, ...options.user });
}
