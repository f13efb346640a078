import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes the image into a directory, under its digest, so that a repeated call writes the same file. Without
 * `IMAGE_DIRECTORY` (the mount of a volume, for example) it is a temporary one of the instance.
 */
export function run({ image, user, width, height }) {
  try {
    const bytes = Buffer.from(image, 'base64');
    const digest = createHash('sha256').update(bytes).digest('hex');
    const directory = process.env.IMAGE_DIRECTORY ?? join(tmpdir(), 'images');
    mkdirSync(directory, { recursive: true });
    const path = join(directory, `${digest.slice(0, 16)}.png`);
    writeFileSync(path, bytes);
    return { status: 'ok', user, width, height, path, bytes: bytes.length, digest };
  } catch (error) {
    return { status: 'error', user, step: 'save', error: error.message };
  }
}
