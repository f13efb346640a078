import { readFile, writeFile } from 'node:fs/promises';
import { type Random, randomString } from '@kubemin/base';

const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The administrator's token of a data directory: made at the first start, readable by the owner only. */
export async function loadOrCreateAdminToken(path: string, random: Random): Promise<string> {
  const existing = await readAdminToken(path);
  if (existing !== undefined) return existing;
  const token = randomString(random, 43, TOKEN_ALPHABET);
  await writeFile(path, `${token}\n`, { mode: 0o600 });
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
