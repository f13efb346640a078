import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { ServiceUser } from './service-user.ts';

/** Where Debian keeps servers: not on the PATH of ordinary users, and PostgreSQL by version. */
function serverDirectories(): readonly string[] {
  const postgres = '/usr/lib/postgresql';
  const versions = listed(postgres).sort((one, other) => Number(other) - Number(one));
  return ['/usr/sbin', '/usr/local/sbin', '/sbin', ...versions.map((version) => join(postgres, version, 'bin'))];
}

/** The path of an installed program; undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  const directories = [...(process.env.PATH ?? '').split(delimiter), ...serverDirectories()];
  return directories.map((directory) => join(directory, name)).find(isExecutable);
}

/** The same for a program that must be there. */
export function requireProgram(name: string, debianPackage: string): string {
  const path = findProgram(name);
  if (path !== undefined) return path;
  throw new Error(
    `${name} is not installed: install the Debian package ${debianPackage}, or set KUBEMIN_TEST_INSTALL=1`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function listed(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

const execute = promisify(execFile);

/** Runs a program to its end; rejects with what it printed. */
export async function runProgram(
  command: readonly [program: string, ...args: string[]],
  options: { readonly cwd: string; readonly user: ServiceUser | undefined },
): Promise<void> {
  const [program, ...args] = command;
  await execute(program, args, { cwd: options.cwd, ...options.user });
}
