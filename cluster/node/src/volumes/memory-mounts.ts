import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { escapeFstab } from '../sandbox/index.ts';

/** File systems in memory, for volumes. Both may be repeated. */
export interface MemoryMounts {
  /** Mounts one at an existing directory where there is none yet; without a size the kernel chooses it. */
  mount(path: string, bytes: number | undefined): Promise<void>;
  unmount(path: string): Promise<void>;
}

/** Runs a command only if $1, as the kernel writes it, is or is not a mount point. */
const IF_MOUNTED = `wanted=$1 point=$2
shift 2
is=no
while read -r _ _ _ _ found _; do if [ "$found" = "$point" ]; then is=yes; fi; done </proc/self/mountinfo
[ "$is" = "$wanted" ] || exit 0
exec "$@"`;

/** Mounts with the programs of the machine; `enter` are the words that lead into the mount namespace of the node. */
export function memoryMounts(enter: readonly string[]): MemoryMounts {
  const run = async (wanted: 'yes' | 'no', path: string, command: readonly string[]): Promise<void> => {
    // Already in that mount namespace most pods need no program to see that there is nothing to do.
    if (enter.length === 0 && (await isMountPoint(path)) !== (wanted === 'yes')) return;
    const words = [...enter, 'sh', '-c', IF_MOUNTED, 'sh', wanted, escapeFstab(path), ...command];
    const [program = '', ...rest] = words;
    await promisify(execFile)(program, rest);
  };
  return {
    mount: (path, bytes) => {
      const size = bytes === undefined ? '' : `,size=${Math.ceil(bytes)}`;
      return run('no', path, ['mount', '-t', 'tmpfs', '-o', `mode=0777,nosuid,nodev${size}`, 'tmpfs', path]);
    },
    unmount: (path) => run('yes', path, ['umount', path]),
  };
}

/** Whether something is mounted at a path, in the mount namespace of this process. */
export async function isMountPoint(path: string): Promise<boolean> {
  const point = escapeFstab(path);
  const lines = (await readFile('/proc/self/mountinfo', 'utf8')).split('\n');
  return lines.some((line) => line.split(' ')[4] === point);
}
