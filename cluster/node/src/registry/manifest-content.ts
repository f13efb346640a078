import { isRecord } from '@kubemin/base';
import { registryMessages } from '../messages/index.ts';
import { type Digest, parseDigest } from './digest.ts';
import { RegistryError } from './registry-error.ts';

/** What a manifest refers to, whatever its media type is. */
export interface ManifestContent {
  readonly mediaType: string;
  /** Config and layers that the repository must have: those with `urls` are stored elsewhere. */
  readonly blobs: readonly Digest[];
  /** Manifests of an index. They may be missing: an index can list platforms that were not pushed. */
  readonly manifests: readonly Digest[];
  /** The manifest that this one describes: a signature, a bill of materials. */
  readonly subject: Digest | undefined;
  readonly artifactType: string | undefined;
  readonly annotations: Readonly<Record<string, string>>;
}

const OCI_MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const OCI_INDEX = 'application/vnd.oci.image.index.v1+json';

/**
 * Reads a manifest or an index of OCI or Docker. Throws a RegistryError `MANIFEST_INVALID` when it is none, or when it states
 * another media type than the request that brought it.
 */
export function readManifest(bytes: Uint8Array, contentType: string | undefined): ManifestContent {
  const json = parseJson(bytes);
  const stated = readText(json, 'mediaType');
  const given = contentType?.split(';')[0]?.trim();
  if (stated !== undefined && given !== undefined && given !== stated) {
    throw invalid(registryMessages.otherMediaType({ stated, given }));
  }
  if (json.schemaVersion !== 2) throw invalid(registryMessages.schemaVersion);
  const isIndex = Array.isArray(json.manifests);
  if (!isIndex && !isRecord(json.config)) throw invalid(registryMessages.neitherManifestNorIndex);
  const config = isRecord(json.config) ? json.config : undefined;
  const layers = readRecords(json, 'layers').filter(({ urls }) => !(Array.isArray(urls) && urls.length > 0));
  return {
    mediaType: stated ?? given ?? (isIndex ? OCI_INDEX : OCI_MANIFEST),
    blobs: [...(config === undefined ? [] : [config]), ...layers, ...readRecords(json, 'blobs')].map(readDigest),
    manifests: readRecords(json, 'manifests').map(readDigest),
    subject: isRecord(json.subject) ? readDigest(json.subject) : undefined,
    artifactType: readText(json, 'artifactType') ?? (config === undefined ? undefined : readText(config, 'mediaType')),
    annotations: readAnnotations(json.annotations),
  };
}

function parseJson(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new RegistryError('MANIFEST_INVALID', registryMessages.notJson, { cause });
  }
  if (!isRecord(json)) throw invalid(registryMessages.neitherManifestNorIndex);
  return json;
}

function readText(json: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = json[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw invalid(registryMessages.wrongField({ field: name }));
  return value;
}

function readRecords(
  json: Readonly<Record<string, unknown>>,
  name: string,
): readonly Readonly<Record<string, unknown>>[] {
  const value: unknown = json[name] ?? [];
  if (!Array.isArray(value)) throw invalid(registryMessages.wrongField({ field: name }));
  const items: readonly unknown[] = value;
  return items.map((item) => {
    if (!isRecord(item)) throw invalid(registryMessages.wrongField({ field: name }));
    return item;
  });
}

function readDigest(descriptor: Readonly<Record<string, unknown>>): Digest {
  const { digest } = descriptor;
  if (typeof digest !== 'string') throw invalid(registryMessages.wrongField({ field: 'digest' }));
  return parseDigest(digest);
}

function readAnnotations(value: unknown): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw invalid(registryMessages.wrongField({ field: 'annotations' }));
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, text]): [string, string] => {
      if (typeof text !== 'string') throw invalid(registryMessages.wrongField({ field: 'annotations' }));
      return [key, text];
    }),
  );
}

function invalid(message: ConstructorParameters<typeof RegistryError>[1]): RegistryError {
  return new RegistryError('MANIFEST_INVALID', message);
}
