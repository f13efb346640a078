import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { Random } from '@kubemin/base';

const LN = 15;
const COST: ScryptOptions = { N: 2 ** LN, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const PARAMETERS = `ln=${LN},r=8,p=1`;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Hashes a password for storage: `$scrypt$ln=15,r=8,p=1$salt$key`. */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = Buffer.from(random.bytes(SALT_BYTES));
  return ['', 'scrypt', PARAMETERS, toBase64(salt), toBase64(await deriveKey(password, salt))].join('$');
}

/** Whether `hash`, as returned by `hashPassword`, is of this password. False for hashes in other formats. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [empty, algorithm, parameters, salt = '', key = ''] = hash.split('$');
  if (empty !== '' || algorithm !== 'scrypt' || parameters !== PARAMETERS) return false;
  const stored = Buffer.from(key, 'base64');
  const made = await deriveKey(password, Buffer.from(salt, 'base64'));
  return stored.length === made.length && timingSafeEqual(stored, made);
}

/** Whether a string has the format of a scrypt or bcrypt hash: a password mistaken for a hash would be stored in plain text. */
export function isPasswordHash(text: string): boolean {
  return /^\$(scrypt\$[\w=,]+\$[\w+/]+\$[\w+/]+|2[aby]\$\d\d\$[\w./]{53})$/.test(text);
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Normalized: different encodings of one character are the same password. */
function deriveKey(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
