import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorMessage } from '@kubemin/base/message';
import { imageMessages } from '../messages/index.ts';
import { syncDirectory } from './blob-store.ts';
import { ImageError, systemErrorCode } from './image-error.ts';
import { JsonReader } from './json-reader.ts';
import type { Descriptor } from './manifest.ts';

/** Whether an image was pulled from a registry, or built, loaded or named on this machine, which alone has it then. */
export type ImageOrigin = 'pulled' | 'local';

/** What a reference points at. */
export interface IndexRecord {
  /** As the repository has it: of an index where there is one. */
  readonly digest: string;
  /** The manifest for this platform. */
  readonly manifest: Descriptor;
  /** Where the image came from; earlier versions have not recorded it. */
  readonly origin?: ImageOrigin | undefined;
}

/** The records of an index file by complete references; none where there is no file. */
export async function readIndex(path: string): Promise<readonly (readonly [string, IndexRecord])[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
  try {
    const json = JsonReader.parse(text, 'index');
    if (json.field('version').size() !== 1) throw new ImageError('STORE_DAMAGED', imageMessages.wrongIndexVersion);
    return json
      .field('images')
      .items()
      .map((image) => {
        const manifest = image.field('manifest');
        const record = {
          digest: image.field('digest').string(),
          manifest: {
            mediaType: manifest.field('mediaType').string(),
            digest: manifest.field('digest').string(),
            size: manifest.field('size').size(),
          },
          origin: readOrigin(image.field('origin').optionalString()),
        };
        return [image.field('reference').string(), record];
      });
  } catch (cause) {
    throw new ImageError('STORE_DAMAGED', imageMessages.damagedIndex({ path, reason: errorMessage(cause) }), cause);
  }
}

function readOrigin(text: string): ImageOrigin | undefined {
  return text === 'pulled' || text === 'local' ? text : undefined;
}

/** Replaces an index file. It is on the disk, and complete, whenever the machine stops. */
export async function writeIndex(
  path: string,
  temporary: string,
  records: ReadonlyMap<string, IndexRecord>,
): Promise<void> {
  const images = [...records].map(([reference, record]) => ({ reference, ...record }));
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify({ version: 1, images }, undefined, 2));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
  await syncDirectory(dirname(path));
}
