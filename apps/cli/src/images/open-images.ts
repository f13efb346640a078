import { readFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { systemRandom } from '@kubemin/base';
import {
  findUserMap,
  ImageStore,
  imageArchitecture,
  type NodeImageOptions,
  nodeOwner,
  subordinateFiles,
} from '@kubemin/node';
import type { DataDirectory } from '../connection/index.ts';
import type { Environment } from '../terminal/index.ts';

/** Where programs are on all machines, for processes that were started without a PATH. */
const USUAL_PATH = ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);

/** Opens the images of a data directory; see ImageStore. */
export async function openImages({ images }: DataDirectory): Promise<ImageStore> {
  // Other systems have none, and unpack no roots either.
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => undefined);
  const map = await findUserMap();
  return ImageStore.open({
    directory: images,
    random: systemRandom,
    architecture: imageArchitecture(process.arch),
    bootId: bootId?.trim(),
    owner: nodeOwner(map),
    users: subordinateFiles(map),
  });
}

/** The Node that runs this process, and where programs are looked for. */
export function hostPrograms({ PATH }: Environment): NodeImageOptions {
  const directories = [...new Set((PATH || USUAL_PATH).split(delimiter))];
  return { directories, nodePath: process.execPath, nodeVersion: process.version };
}
