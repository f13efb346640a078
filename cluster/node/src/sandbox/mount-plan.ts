/** One line for `mount -a -T`. */
export interface MountEntry {
  readonly source: string;
  readonly target: string;
  readonly type: string;
  readonly options: readonly string[];
}

/** The text of an fstab file; entries are mounted in their order. */
export function fstabText(entries: readonly MountEntry[]): string {
  return entries
    .map(
      ({ source, target, type, options }) =>
        `${[source, target, type, options.join(',')].map(escaped).join(' ')} 0 0\n`,
    )
    .join('');
}

/** White space and backslashes in the octal form that fstab uses. */
function escaped(text: string): string {
  return text.replaceAll(/[\\ \t\n#]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

const LOCKED_FLAGS = new Set(['nosuid', 'nodev', 'noexec', 'noatime', 'nodiratime']);

/**
 * The flags of the mount that holds `path`. In a user namespace a read-only bind mount must repeat them: the kernel does not
 * let go of flags that the owner of the machine has set.
 */
export function lockedFlags(mountInfo: string, path: string): readonly string[] {
  let best: { readonly point: string; readonly flags: readonly string[] } = { point: '', flags: [] };
  for (const line of mountInfo.split('\n')) {
    const [, , , , point = '', options = ''] = line.split(' ');
    const decoded = point.replaceAll(/\\([0-7]{3})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    );
    const holds = decoded === '/' || path === decoded || path.startsWith(`${decoded}/`);
    if (point !== '' && holds && decoded.length >= best.point.length) {
      best = { point: decoded, flags: options.split(',').filter((option) => LOCKED_FLAGS.has(option)) };
    }
  }
  return best.flags;
}
