import { createHash } from 'node:crypto';
import { imageMessages } from '../messages/index.ts';
import { ImageError } from './image-error.ts';
import { isDigest } from './image-reference.ts';
import { JsonReader } from './json-reader.ts';

export const MEDIA_TYPES = {
  ociIndex: 'application/vnd.oci.image.index.v1+json',
  ociManifest: 'application/vnd.oci.image.manifest.v1+json',
  ociConfig: 'application/vnd.oci.image.config.v1+json',
  ociLayer: 'application/vnd.oci.image.layer.v1.tar',
  dockerIndex: 'application/vnd.docker.distribution.manifest.list.v2+json',
  dockerManifest: 'application/vnd.docker.distribution.manifest.v2+json',
} as const;

/** Manifests and image configs are held in memory; registries limit them to this size as well. */
export const LARGEST_DOCUMENT = 4 * 1024 * 1024;

/** Points at content: a blob is what its descriptor states, or it is not used. */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/** The system that images run on: `{ os: 'linux', architecture: 'amd64' }`. */
export interface Platform {
  readonly os: string;
  readonly architecture: string;
}

export interface Manifest {
  readonly kind: 'manifest';
  readonly mediaType: string;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}

export interface IndexEntry extends Descriptor {
  readonly platform: Platform | undefined;
  readonly annotations: Readonly<Record<string, string>>;
}

/** One image for several platforms. */
export interface ManifestIndex {
  readonly kind: 'index';
  readonly mediaType: string;
  readonly manifests: readonly IndexEntry[];
}

export function sha256(bytes: Uint8Array | string): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Reads an OCI or Docker manifest or index. Throws an ImageError `INVALID_IMAGE`. */
export function parseManifest(bytes: Uint8Array): Manifest | ManifestIndex {
  const json = JsonReader.parse(Buffer.from(bytes).toString('utf8'), 'manifest');
  if (!json.field('schemaVersion').isAbsent && json.field('schemaVersion').size() !== 2) {
    throw new ImageError('INVALID_IMAGE', imageMessages.oldManifest);
  }
  const mediaType = json.field('mediaType').optionalString();
  const manifests = json.field('manifests');
  if (!manifests.isAbsent) {
    return {
      kind: 'index',
      mediaType: mediaType === '' ? MEDIA_TYPES.ociIndex : mediaType,
      manifests: manifests.items().map(parseIndexEntry),
    };
  }
  return {
    kind: 'manifest',
    mediaType: mediaType === '' ? MEDIA_TYPES.ociManifest : mediaType,
    config: parseDescriptor(json.field('config')),
    layers: json.field('layers').items().map(parseDescriptor),
  };
}

function parseDescriptor(json: JsonReader): Descriptor {
  const digest = json.field('digest').string();
  if (!isDigest(digest))
    throw new ImageError('INVALID_IMAGE', imageMessages.unsupportedDigest({ digest: JSON.stringify(digest) }));
  return { mediaType: json.field('mediaType').optionalString(), digest, size: json.field('size').size() };
}

function parseIndexEntry(json: JsonReader): IndexEntry {
  const platform = json.field('platform');
  return {
    ...parseDescriptor(json),
    platform: platform.isAbsent
      ? undefined
      : {
          os: platform.field('os').optionalString(),
          architecture: platform.field('architecture').optionalString(),
        },
    annotations: json.field('annotations').stringMap(),
  };
}

/** The manifest for a platform; of several the first. One without a platform fits all. */
export function selectPlatform(index: ManifestIndex, wanted: Platform): IndexEntry {
  const found =
    index.manifests.find(
      ({ platform }) => platform?.os === wanted.os && platform.architecture === wanted.architecture,
    ) ?? index.manifests.find(({ platform }) => platform === undefined);
  if (found !== undefined) return found;
  const offered = index.manifests.map(({ platform }) => `${platform?.os}/${platform?.architecture}`).join(', ');
  throw new ImageError(
    'INVALID_IMAGE',
    imageMessages.platformNotOffered({ os: wanted.os, architecture: wanted.architecture, offered }),
  );
}

/** The text of a manifest that this module makes. */
export function formatManifest(config: Descriptor, layers: readonly Descriptor[]): string {
  return JSON.stringify({ schemaVersion: 2, mediaType: MEDIA_TYPES.ociManifest, config, layers });
}
