import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CommandContext } from './command-context.ts';

type Opener = readonly [program: string, ...args: string[]];

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, Opener>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
};

/** Opens an address in the user's browser; false where there is none, or nobody sits at this machine. */
export async function openBrowser(
  { env, terminal }: Pick<CommandContext, 'env' | 'terminal'>,
  address: string,
): Promise<boolean> {
  const opener = OPENERS[process.platform];
  const screen = process.platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
  if (opener === undefined || !screen || !terminal.interactive || env.SSH_CONNECTION !== undefined) return false;
  const [program, ...args] = opener;
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  try {
    await once(child, 'spawn');
  } catch {
    return false;
  }
  child.unref();
  return true;
}
