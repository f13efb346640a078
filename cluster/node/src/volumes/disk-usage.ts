import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes that a directory takes on its disk, without other disks that are mounted in it; what disappears meanwhile does not count. */
export async function diskUsage(path: string, device?: number): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || (device !== undefined && found.dev !== device)) return 0;
  let bytes = found.blocks * 512;
  if (!found.isDirectory()) return bytes;
  for (const name of await readdir(path).catch(() => [])) bytes += await diskUsage(join(path, name), found.dev);
  return bytes;
}
