import { readFile } from 'node:fs/promises';
import { type Random, randomString } from '@kubemin/base';
import { createFileOnce, replaceFile } from '../terminal/index.ts';

const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The administrator's token of a data directory: made at the first start, readable by the owner only. One that is
 * `given` replaces it, so that commands on this directory go on being let in.
 */
export async function loadOrCreateAdminToken(path: string, random: Random, given?: string): Promise<string> {
  const existing = await readAdminToken(path);
  const token = given ?? existing ?? randomString(random, 43, TOKEN_ALPHABET);
  if (token === existing) return token;
  if (given === undefined) {
    await createFileOnce(path, `${token}\n`, random);
    // Another instance may have been faster with its first start: then that one's token counts.
    const winner = await readAdminToken(path);
    if (winner !== undefined) return winner;
  }
  await replaceFile(path, `${token}\n`, 0o600);
  return token;
}

export async function readAdminToken(path: string): Promise<string | undefined> {
  try {
    const token = (await readFile(path, 'utf8')).trim();
    return token === '' ? undefined : token;
  } catch {
    return undefined;
  }
}
