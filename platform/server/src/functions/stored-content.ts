import { gunzipSync } from 'node:zlib';
import type { KubeClient } from '@kubemin/kube';
import { core } from '@kubemin/kubeapi/resources';

/** How the content store of functions names and labels its ConfigMaps. */
const LABEL = 'functions.kubemin.io/content';
const DIGITS = 40;
const KEY = 'chunk';
/** Code that is larger is not shown. */
const MOST_SHOWN = 1024 * 1024;
const BLOCK = 512;

/** The bytes of stored content; undefined where parts of it are missing. */
export async function readContent(
  client: KubeClient,
  { namespace, digest, signal }: { readonly namespace: string; readonly digest: string; readonly signal: AbortSignal },
): Promise<Buffer | undefined> {
  const short = digest.replace('sha256:', '').slice(0, DIGITS);
  const configMaps = client.resource(core.v1.configmaps, namespace);
  const { items } = await configMaps.list({ labelSelector: `${LABEL}=${short}`, signal });
  const parts = new Map(items.map(({ metadata, binaryData }) => [metadata.name, binaryData?.[KEY] ?? '']));
  const chunks: Buffer[] = [];
  for (let index = 0; index < parts.size; index += 1) {
    const part = parts.get(`content-${short}-${index}`);
    if (part === undefined) return undefined;
    chunks.push(Buffer.from(part, 'base64'));
  }
  return chunks.length === 0 ? undefined : Buffer.concat(chunks);
}

/** The texts of the files of a tar.gz; undefined for other archives, and for what is no text. */
export function readTextFiles(archive: Buffer): Readonly<Record<string, string>> | undefined {
  // The first bytes of gzip.
  if (archive[0] !== 0x1f || archive[1] !== 0x8b) return undefined;
  let tar: Buffer;
  try {
    tar = gunzipSync(archive, { maxOutputLength: MOST_SHOWN });
  } catch {
    return undefined;
  }
  const files: [string, string][] = [];
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
    const type = String.fromCharCode(tar[at + 156] ?? 0);
    if (!Number.isSafeInteger(size) || size < 0) return undefined;
    const content = tar.subarray(at + BLOCK, at + BLOCK + size);
    // Long names and links need more than this reads.
    if (type !== '0' && type !== '\0' && type !== '5') return undefined;
    if (content.includes(0)) return undefined;
    if (type !== '5') files.push([fieldText(tar, at, 100), content.toString('utf8')]);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return Object.fromEntries(files);
}

function fieldText(tar: Buffer, at: number, length: number): string {
  const field = tar.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}
