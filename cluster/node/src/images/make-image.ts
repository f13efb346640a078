import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { describeBlob } from './blob-store.ts';
import { emptyImageConfig, formatImageConfig, type ImageConfig } from './image-config.ts';
import type { ImageStore, StoredImage } from './image-store.ts';
import { type LayerItem, writeLayer } from './layer-builder.ts';
import { formatManifest, MEDIA_TYPES } from './manifest.ts';

/** What an image is made of. */
export interface ImageParts {
  /** The names it gets. */
  readonly references: readonly string[];
  /** Its layers and its config come first. @default nothing */
  readonly base?: StoredImage | undefined;
  /** Lowest first. */
  readonly layers: readonly (readonly LayerItem[])[];
  /** In place of what the base has; variables and labels are added to those of the base. */
  readonly config?: Partial<ImageConfig> | undefined;
}

/** States what an image was made of, so that it is made again only when that has changed. */
const SOURCE_LABEL = 'io.kubemin.source';

/**
 * Makes an image of files. The same parts give the same digests; nothing is written when the store has an image that was
 * made of the same parts under the first of the names, and then only that name is looked at.
 */
export async function makeImage(store: ImageStore, parts: ImageParts): Promise<StoredImage> {
  const source = await sourceStamp(parts);
  const [first = ''] = parts.references;
  const existing = await store.find(first);
  if (existing?.config.labels[SOURCE_LABEL] === source) return existing;
  const { base, config } = parts;
  return store.write(async (writer) => {
    for (const layer of base?.layers ?? []) await writer.has(layer);
    const written = [];
    for (const items of parts.layers) written.push(await writeLayer(writer, items));
    const lower = base?.config ?? emptyImageConfig(store.platform);
    const text = formatImageConfig({
      ...lower,
      ...config,
      env: [...new Map([...lower.env, ...(config?.env ?? [])].map((item) => [item.name, item])).values()],
      labels: { ...lower.labels, ...config?.labels, [SOURCE_LABEL]: source },
      layers: [...lower.layers, ...written.map(({ digest }) => digest)],
    });
    const configBlob = await writer.writeBlob([Buffer.from(text)]);
    const layers = [...(base?.layers ?? []), ...written.map((layer) => describeBlob(layer, MEDIA_TYPES.ociLayer))];
    const manifest = formatManifest(describeBlob(configBlob, MEDIA_TYPES.ociConfig), layers);
    return writer.commit(parts.references, Buffer.from(manifest));
  });
}

/** Changes when one of the files does, as by an upgrade of the machine, or when other files are taken. */
async function sourceStamp({ base, layers, config }: ImageParts): Promise<string> {
  const hash = createHash('sha256');
  hash.update(`${JSON.stringify([base?.id, config])}\n`);
  for (const item of layers.flat()) {
    const time = item.type === 'copy' ? (await stat(item.source)).mtimeMs : 0;
    hash.update(`${JSON.stringify(item)} ${time}\n`);
  }
  return hash.digest('hex').slice(0, 32);
}
