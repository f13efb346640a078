import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { Random } from '@kubemin/base';

const LN = 15;
const COST: ScryptOptions = { N: 2 ** LN, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const PARAMETERS = `ln=${LN},r=8,p=1`;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** What a password becomes before it is stored: `$scrypt$ln=15,r=8,p=1$salt$key`. */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = Buffer.from(random.bytes(SALT_BYTES));
  return ['', 'scrypt', PARAMETERS, toBase64(salt), toBase64(await deriveKey(password, salt))].join('$');
}

/** Whether a hash that was made here is the one of this password. Never true for a hash in another form. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [empty, algorithm, parameters, salt = '', key = ''] = hash.split('$');
  if (empty !== '' || algorithm !== 'scrypt' || parameters !== PARAMETERS) return false;
  const stored = Buffer.from(key, 'base64');
  const made = await deriveKey(password, Buffer.from(salt, 'base64'));
  return stored.length === made.length && timingSafeEqual(stored, made);
}

/** Whether a text has the form of a hash of scrypt or bcrypt: a password that is taken for one would be stored readable. */
export function isPasswordHash(text: string): boolean {
  return /^\$(scrypt\$[\w=,]+\$[\w+/]+\$[\w+/]+|2[aby]\$\d\d\$[\w./]{53})$/.test(text);
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Spellings of one letter are one password. */
function deriveKey(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
