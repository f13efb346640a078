import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type Random, randomString } from '@kubemin/base';

const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The administrator's token of a data directory: made at the first start, readable by the owner only. One that is
 * `given` replaces it, so that commands on this directory go on being let in.
 */
export async function loadOrCreateAdminToken(path: string, random: Random, given?: string): Promise<string> {
  const existing = await readAdminToken(path);
  const token = given ?? existing ?? randomString(random, 43, TOKEN_ALPHABET);
  if (token === existing) return token;
  const first = given === undefined && existing === undefined && !existsSync(path);
  try {
    await writeFile(path, `${token}\n`, { mode: 0o600, flag: first ? 'wx' : 'w' });
    return token;
  } catch (error) {
    // Another instance was faster with its first start; its token is the one of the directory.
    const theirs = first ? await readAdminToken(path) : undefined;
    if (theirs === undefined) throw error;
    return theirs;
  }
}

export async function readAdminToken(path: string): Promise<string | undefined> {
  try {
    const token = (await readFile(path, 'utf8')).trim();
    return token === '' ? undefined : token;
  } catch {
    return undefined;
  }
}
