import { systemRandom } from '@kubemin/base';
import { emptyImageConfig, formatImageConfig, type ImageConfig } from '../image-config.ts';
import { ImageStore, type StoredImage } from '../image-store.ts';
import type { UnpackLimits } from '../layer-unpacker.ts';
import { formatManifest, MEDIA_TYPES, sha256 } from '../manifest.ts';
import { concatChunks, type TarHeader, type WrittenTarEntry, writeTar } from '../tar-format.ts';

/** An entry of a layer in short; a directory has a name that ends with a slash. */
export type LayerEntry = Partial<TarHeader> & { readonly name: string; readonly text?: string };

/** The tar archive of a layer. */
export function layerBytes(entries: readonly LayerEntry[]): Promise<Buffer> {
  return concatChunks(
    writeTar(
      entries.map(({ text = '', ...entry }): WrittenTarEntry => {
        const type = entry.type ?? (entry.name.endsWith('/') ? 'directory' : 'file');
        const content = Buffer.from(type === 'file' ? text : '');
        const mode = type === 'directory' ? 0o755 : 0o644;
        return { mode, mtime: 0, linkName: '', size: content.length, ...entry, type, content: [content] };
      }),
    ),
  );
}

export const EMPTY_CONFIG: ImageConfig = emptyImageConfig({ os: 'linux', architecture: 'amd64' });

export function openTestStore(directory: string, limits?: Partial<UnpackLimits>): Promise<ImageStore> {
  return ImageStore.open({ directory, random: systemRandom, architecture: 'amd64', limits });
}

export interface ImageContent {
  readonly config?: Partial<ImageConfig>;
  /** Uncompressed archives; what is stored may differ. */
  readonly layers: readonly { readonly tar: Buffer; readonly stored?: Buffer }[];
}

/** Stores an image without going through an archive or a registry. */
export function storeImage(
  store: ImageStore,
  references: readonly string[],
  content: ImageContent,
): Promise<StoredImage> {
  return store.write(async (writer) => {
    const layers = [];
    for (const { tar, stored = tar } of content.layers) {
      layers.push({ mediaType: MEDIA_TYPES.ociLayer, ...(await writer.writeBlob([stored])) });
    }
    const text = formatImageConfig({
      ...EMPTY_CONFIG,
      ...content.config,
      layers: content.layers.map(({ tar }) => sha256(tar)),
    });
    const config = { mediaType: MEDIA_TYPES.ociConfig, ...(await writer.writeBlob([Buffer.from(text)])) };
    return writer.commit(references, Buffer.from(formatManifest(config, layers)));
  });
}
