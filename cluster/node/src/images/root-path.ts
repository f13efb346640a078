import { constants } from 'node:fs';
import { open, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { imageMessages } from '../messages/index.ts';
import { ImageError, type ImageErrorCode, systemErrorCode } from './image-error.ts';

/** As the kernel does. */
const MOST_LINKS = 40;

/**
 * Where a path inside of a root leads, with symbolic links followed as a process would that has the root as its `/`:
 * absolute links begin at the root. `readLink` gives the target of a path that is a link, and undefined for everything
 * else. Links that lead above the root, and loops, are refused with an ImageError of the given code.
 */
export async function resolveLinks(
  path: string,
  readLink: (path: string) => Promise<string | undefined>,
  code: ImageErrorCode,
): Promise<string> {
  const resolved: string[] = [];
  const left = splitPath(path).reverse();
  let links = 0;
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (part === '..') {
      if (resolved.pop() === undefined) {
        throw new ImageError(code, imageMessages.outsideRoot({ path: JSON.stringify(path) }));
      }
      continue;
    }
    const target = await readLink([...resolved, part].join('/'));
    if (target === undefined) {
      resolved.push(part);
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) throw new ImageError(code, imageMessages.tooManyLinks({ path: JSON.stringify(path) }));
    if (target.startsWith('/')) resolved.length = 0;
    left.push(...splitPath(target).reverse());
  }
  return resolved.join('/');
}

/**
 * As resolveLinks, for a directory of this machine; nothing outside of it is ever looked at. What is missing is taken
 * for directories to be made. Nothing else may change the directory meanwhile.
 */
export function resolveInRoot(root: string, path: string, code: ImageErrorCode = 'INVALID_LAYER'): Promise<string> {
  return resolveLinks(path, (link) => readLinkOnly(join(root, link)), code);
}

/** The parts of a path; `..` is kept. */
export function splitPath(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

/** Undefined for what is missing or something else than a link. */
export async function readLinkOnly(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    const code = systemErrorCode(error);
    // EINVAL: it is something else than a link.
    if (code === 'EINVAL' || code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** The text of a regular file inside of a root; undefined where there is none, or it is larger than `limit`. */
export async function readTextInRoot(root: string, path: string, limit: number): Promise<string | undefined> {
  let handle: Awaited<ReturnType<typeof open>> | undefined;
  try {
    const file = join(root, await resolveInRoot(root, path));
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = await handle.stat();
    if (!found.isFile() || found.size > limit) return undefined;
    return await handle.readFile('utf8');
  } catch (error) {
    if (error instanceof ImageError || ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemErrorCode(error) ?? '')) {
      return undefined;
    }
    throw error;
  } finally {
    await handle?.close();
  }
}
