import { constants } from 'node:fs';
import { access, mkdir, stat, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Volume } from '@kubemin/kubeapi/types/core.v1';
import { MissingVolumeSourceError } from './volume-files.ts';

/** The directory or file of this machine that a volume of type hostPath names; made where its type states that. */
export async function findHostPath({ path, type = '' }: NonNullable<Volume['hostPath']>): Promise<string> {
  const refuse = (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== 'EACCES' && error.code !== 'EPERM') return undefined;
    const message = `hostPath ${path}: permission denied: the user that containers of this node have on the machine cannot reach it`;
    throw new MissingVolumeSourceError(message, { cause: error });
  };
  const found = await stat(path).catch(refuse);
  // Of directories that it cannot read, the node may have a part alone.
  if (found?.isDirectory() === true) await access(path, constants.R_OK).catch(refuse);
  else if (found === undefined) await access(await findParent(path), constants.R_OK).catch(refuse);
  if (found === undefined && type === 'DirectoryOrCreate') {
    await mkdir(path, { recursive: true, mode: 0o755 }).catch(refuse);
  } else if (found === undefined && type === 'FileOrCreate') {
    await writeFile(path, '', { mode: 0o644 }).catch(refuse);
  } else {
    const problem = hostPathProblem(path, type, found);
    if (problem !== undefined) throw new MissingVolumeSourceError(`hostPath type check failed: ${problem}`);
  }
  return path;
}

/** The nearest directory above a path that exists. */
async function findParent(path: string): Promise<string> {
  const parent = posix.dirname(path);
  return parent === path || (await stat(parent).catch(() => undefined)) !== undefined ? parent : findParent(parent);
}

const HOST_PATH_TYPES: Readonly<
  Record<string, { readonly word: string; matches(found: Awaited<ReturnType<typeof stat>>): boolean }>
> = {
  Directory: { word: 'directory', matches: (found) => found.isDirectory() },
  DirectoryOrCreate: { word: 'directory', matches: (found) => found.isDirectory() },
  File: { word: 'file', matches: (found) => found.isFile() },
  FileOrCreate: { word: 'file', matches: (found) => found.isFile() },
  Socket: { word: 'socket', matches: (found) => found.isSocket() },
  CharDevice: { word: 'character device', matches: (found) => found.isCharacterDevice() },
  BlockDevice: { word: 'block device', matches: (found) => found.isBlockDevice() },
};

function hostPathProblem(
  path: string,
  type: string,
  found: Awaited<ReturnType<typeof stat>> | undefined,
): string | undefined {
  if (type === '') return found === undefined ? `${path} does not exist` : undefined;
  const expected = Object.hasOwn(HOST_PATH_TYPES, type) ? HOST_PATH_TYPES[type] : undefined;
  if (expected === undefined) return `${type} is an unknown type`;
  return found !== undefined && expected.matches(found) ? undefined : `${path} is not a ${expected.word}`;
}
