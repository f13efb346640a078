import { existsSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
import type { Random } from '@kubemin/base';
import { nameFileOnFullDisk } from '@kubemin/base/machine';

/** Makes a file for its owner only, whole or not at all, unless there is one: several instances may start at once. */
export async function createFileOnce(path: string, text: string, random: Pick<Random, 'uuid'>): Promise<void> {
  if (existsSync(path)) return;
  const aside = `${path}.${random.uuid()}`;
  try {
    await nameFileOnFullDisk(path, () => writeFile(aside, text, { mode: 0o600, flush: true }));
    await link(aside, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}
