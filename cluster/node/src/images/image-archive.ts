import { posix } from 'node:path';
import { errorMessage } from '@kubemin/base/message';
import { imageMessages } from '../messages/index.ts';
import { describeBlob, type WrittenBlob } from './blob-store.ts';
import { decompress } from './decompress.ts';
import { ImageError } from './image-error.ts';
import { formatImageReference, isDigest, parseImageReference } from './image-reference.ts';
import type { ImageStore, StoredImage } from './image-store.ts';
import type { ImageWriter } from './image-writer.ts';
import { JsonReader } from './json-reader.ts';
import {
  type Descriptor,
  formatManifest,
  type IndexEntry,
  LARGEST_DOCUMENT,
  type ManifestIndex,
  MEDIA_TYPES,
  parseManifest,
  selectPlatform,
} from './manifest.ts';
import { concatChunks, readTar, type TarEntry, TarFormatError, type WrittenTarEntry, writeTar } from './tar-format.ts';

export interface LoadOptions {
  /** The reference for an archive that names no image. */
  readonly name?: string | undefined;
  /** Unpacks images before they become visible, so that what cannot be unpacked is refused. @default false */
  readonly unpack?: boolean | undefined;
}

const CONTAINERD_NAME = 'io.containerd.image.name';
const OCI_NAME = 'org.opencontainers.image.ref.name';

/**
 * Reads images from an archive as `docker save` writes it, or an OCI layout in a tar archive; either may be compressed.
 * Of images for several platforms the one for this machine is taken.
 */
export async function loadImages(
  store: ImageStore,
  archive: AsyncIterable<Uint8Array>,
  options: LoadOptions = {},
): Promise<readonly StoredImage[]> {
  return store.write(async (writer) => {
    const contents = await readArchive(writer, archive, store.limits.maxBytes);
    const index = contents.documents.get('index.json');
    const manifests = contents.documents.get('manifest.json');
    if (index !== undefined) return loadIndex(store, writer, { index, manifests, contents, options });
    if (manifests !== undefined) return loadDockerManifests(writer, manifests, contents, options);
    throw new ImageError('INVALID_IMAGE', imageMessages.noArchiveIndex);
  });
}

interface ArchiveContents {
  readonly documents: ReadonlyMap<string, Buffer>;
  readonly files: ReadonlyMap<string, WrittenBlob>;
  /** Older archives of Docker have links where layers are the same. */
  readonly links: ReadonlyMap<string, string>;
}

async function readArchive(
  writer: ImageWriter,
  archive: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<ArchiveContents> {
  const documents = new Map<string, Buffer>();
  const files = new Map<string, WrittenBlob>();
  const links = new Map<string, string>();
  let bytes = 0;
  try {
    for await (const entry of readTar(decompress(archive))) {
      const name = posix.normalize(entry.name);
      bytes += entry.size;
      if (bytes > maxBytes) throw new ImageError('INVALID_IMAGE', imageMessages.archiveTooLarge({ limit: maxBytes }));
      if (entry.type === 'symlink') links.set(name, posix.join(posix.dirname(name), entry.linkName));
      else if (entry.type === 'link') links.set(name, posix.normalize(entry.linkName));
      else if (entry.type !== 'file') continue;
      else if (name === 'index.json' || name === 'manifest.json') documents.set(name, await readDocument(entry));
      else files.set(name, await writeArchivedBlob(writer, name, entry));
    }
  } catch (error) {
    if (error instanceof TarFormatError)
      throw new ImageError('INVALID_IMAGE', imageMessages.notAnArchive({ reason: errorMessage(error) }), error);
    throw error;
  }
  return { documents, files, links };
}

async function readDocument(entry: TarEntry): Promise<Buffer> {
  if (entry.size > LARGEST_DOCUMENT)
    throw new ImageError('INVALID_IMAGE', imageMessages.fileTooLarge({ name: entry.name }));
  return concatChunks(entry.content);
}

/** Names of blobs state their digests, which are checked. */
async function writeArchivedBlob(writer: ImageWriter, name: string, entry: TarEntry): Promise<WrittenBlob> {
  const digest = `sha256:${/^blobs\/sha256\/([0-9a-f]+)$/.exec(name)?.[1] ?? ''}`;
  const expected = isDigest(digest) ? { digest, size: entry.size } : undefined;
  return writer.writeBlob(entry.content, expected);
}

interface IndexedArchive {
  readonly index: Buffer;
  readonly manifests: Buffer | undefined;
  readonly contents: ArchiveContents;
  readonly options: LoadOptions;
}

async function loadIndex(
  store: ImageStore,
  writer: ImageWriter,
  archive: IndexedArchive,
): Promise<readonly StoredImage[]> {
  const parsed = parseManifest(archive.index);
  if (parsed.kind !== 'index') throw new ImageError('INVALID_IMAGE', imageMessages.notAnIndex);
  const tags = archive.manifests === undefined ? [] : parseDockerManifests(archive.manifests, archive.contents);
  // Several entries of one name are one image for several platforms.
  const byName = new Map<string, IndexEntry[]>();
  for (const entry of parsed.manifests) {
    const name = annotatedName(entry, archive.options);
    byName.set(name, [...(byName.get(name) ?? []), entry]);
  }
  const found: ArchivedImage[] = [];
  for (const [name, entries] of byName) {
    const [only] = entries;
    const chosen =
      entries.length === 1 && only !== undefined
        ? only
        : selectPlatform({ ...parsed, manifests: entries }, store.platform);
    const { manifest, config } = await readPlatformManifest(store, writer, chosen);
    const tagged = tags.filter((image) => image.config.digest === config.digest).flatMap((image) => image.tags);
    const references = name === '' ? tagged : [name, ...tagged];
    found.push({ references: namesOr(references, archive.options), manifest, digest: chosen.digest });
  }
  const images = await commitImages(writer, found, archive.options);
  // The first of two names did not know of the second.
  return Promise.all([...new Set(images.map(({ id }) => id))].map((id) => store.get(id)));
}

async function readPlatformManifest(
  store: ImageStore,
  writer: ImageWriter,
  descriptor: Descriptor,
): Promise<{ readonly manifest: Buffer; readonly config: Descriptor }> {
  let bytes = await writer.readDocument(descriptor);
  let parsed = parseManifest(bytes);
  if (parsed.kind === 'index') {
    bytes = await writer.readDocument(selectPlatform(parsed, store.platform));
    parsed = parseManifest(bytes);
  }
  if (parsed.kind === 'index') throw new ImageError('INVALID_IMAGE', imageMessages.nestedIndex);
  return { manifest: bytes, config: parsed.config };
}

/** The complete name of an entry; empty where it has none. Some tools write only a tag. */
function annotatedName({ annotations }: IndexEntry, { name }: LoadOptions): string {
  const complete = annotations[CONTAINERD_NAME];
  if (complete !== undefined) return formatImageReference(parseImageReference(complete));
  const short = annotations[OCI_NAME] ?? '';
  if (/[/:]/.test(short)) return formatImageReference(parseImageReference(short));
  if (short === '' || name === undefined) return '';
  const { registry, repository } = parseImageReference(name);
  return formatImageReference(parseImageReference(`${registry}/${repository}:${short}`));
}

interface DockerManifest {
  readonly config: WrittenBlob;
  readonly layers: readonly WrittenBlob[];
  readonly tags: readonly string[];
}

function parseDockerManifests(bytes: Buffer, { files, links }: ArchiveContents): readonly DockerManifest[] {
  const find = (path: string): WrittenBlob => {
    const name = posix.normalize(path);
    const found = files.get(name) ?? files.get(links.get(name) ?? '');
    if (found === undefined)
      throw new ImageError('INVALID_IMAGE', imageMessages.missingInArchive({ path: JSON.stringify(path) }));
    return found;
  };
  return JsonReader.parse(bytes.toString('utf8'), 'manifest.json')
    .items()
    .map((image) => ({
      config: find(image.field('Config').string()),
      layers: image.field('Layers').strings().map(find),
      tags: image.field('RepoTags').strings(),
    }));
}

async function loadDockerManifests(
  writer: ImageWriter,
  manifests: Buffer,
  contents: ArchiveContents,
  options: LoadOptions,
): Promise<readonly StoredImage[]> {
  const found: ArchivedImage[] = [];
  for (const { config, layers, tags } of parseDockerManifests(manifests, contents)) {
    const manifest = formatManifest(
      describeBlob(config, MEDIA_TYPES.ociConfig),
      layers.map((layer) => describeBlob(layer, MEDIA_TYPES.ociLayer)),
    );
    found.push({ references: namesOr(tags, options), manifest: Buffer.from(manifest) });
  }
  return commitImages(writer, found, options);
}

interface ArchivedImage {
  readonly references: readonly string[];
  readonly manifest: Buffer;
  readonly digest?: string;
}

/** All images of an archive, or with one that is refused none of them. */
async function commitImages(
  writer: ImageWriter,
  found: readonly ArchivedImage[],
  { unpack = false }: LoadOptions,
): Promise<readonly StoredImage[]> {
  if (unpack) for (const { manifest } of found) await writer.unpack(manifest);
  const images: StoredImage[] = [];
  for (const { references, manifest, digest } of found)
    images.push(await writer.commit(references, manifest, { digest }));
  return images;
}

function namesOr(names: readonly string[], { name }: LoadOptions): readonly string[] {
  if (names.length > 0) return names;
  if (name === undefined) throw new ImageError('INVALID_IMAGE', imageMessages.unnamedArchive);
  return [name];
}

/**
 * An archive of images, by references or ids, that `docker load` and tools for OCI layouts read. By a reference the image
 * has only that name in the archive. Rejects with an ImageError `IMAGE_NOT_FOUND`.
 */
export async function* saveImages(
  store: ImageStore,
  names: readonly string[],
): AsyncGenerator<Uint8Array, void, undefined> {
  const images = new Map<string, { readonly image: StoredImage; readonly references: Set<string> }>();
  for (const name of names) {
    const image = await store.get(name);
    const saved = images.get(image.id) ?? { image, references: new Set<string>() };
    images.set(image.id, saved);
    for (const reference of isDigest(name) ? image.references : [formatImageReference(parseImageReference(name))]) {
      saved.references.add(reference);
    }
  }
  const blobs = new Map<string, Descriptor>();
  const index: IndexEntry[] = [];
  const dockerManifests: object[] = [];
  const unpin = store.pin(
    [...images.values()].flatMap(({ image }) => [
      image.manifest.digest,
      image.id,
      ...image.layers.map(({ digest }) => digest),
    ]),
  );
  try {
    for (const { image, references } of images.values()) {
      const parsed = parseManifest(await concatChunks(store.readBlob(image.manifest)));
      if (parsed.kind === 'index') throw new ImageError('INVALID_IMAGE', imageMessages.manifestIsIndex);
      for (const blob of [image.manifest, parsed.config, ...parsed.layers]) blobs.set(blob.digest, blob);
      for (const reference of references) index.push(indexEntry(image, reference));
      dockerManifests.push({
        Config: blobName(image.id),
        RepoTags: [...references].filter((reference) => !reference.includes('@')),
        Layers: image.layers.map(({ digest }) => blobName(digest)),
      });
    }
    yield* writeTar([
      textEntry('oci-layout', JSON.stringify({ imageLayoutVersion: '1.0.0' })),
      textEntry('index.json', JSON.stringify(formatIndex(index))),
      textEntry('manifest.json', JSON.stringify(dockerManifests)),
      ...[...blobs.values()]
        .sort((a, b) => (a.digest < b.digest ? -1 : 1))
        .map((blob) => ({ ...fileHeader(blobName(blob.digest), blob.size), content: store.readBlob(blob) })),
    ]);
  } finally {
    unpin();
  }
}

function indexEntry({ manifest, config }: StoredImage, reference: string): IndexEntry {
  const { tag } = parseImageReference(reference);
  return {
    ...manifest,
    platform: config.platform.os === '' ? undefined : config.platform,
    annotations: { [CONTAINERD_NAME]: reference, ...(tag === undefined ? {} : { [OCI_NAME]: tag }) },
  };
}

function formatIndex(manifests: readonly IndexEntry[]): Omit<ManifestIndex, 'kind'> & { readonly schemaVersion: 2 } {
  return { schemaVersion: 2, mediaType: MEDIA_TYPES.ociIndex, manifests };
}

function blobName(digest: string): string {
  return `blobs/${digest.replace(':', '/')}`;
}

function fileHeader(name: string, size: number): Omit<WrittenTarEntry, 'content'> {
  return { name, type: 'file', mode: 0o644, mtime: 0, linkName: '', size };
}

function textEntry(name: string, text: string): WrittenTarEntry {
  const content = Buffer.from(text);
  return { ...fileHeader(name, content.length), content: [content] };
}
