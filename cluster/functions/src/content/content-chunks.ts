import { createHash } from 'node:crypto';
import { TerminalError } from '@kubemin/base';
import { contentMessages } from '../messages/index.ts';

/** The largest content; larger data belongs into an object store of the application. */
export const MAX_CONTENT_BYTES = 20 * 1024 * 1024;

/** A ConfigMap holds 1 MiB, and a request with its base64 must fit into what etcd accepts (1.5 MiB). */
export const CHUNK_BYTES = 700 * 1024;

/** The key of a chunk's bytes in the `binaryData` of its ConfigMap. */
export const CONTENT_KEY = 'chunk';

/** On every chunk: the first digits of the digest. */
export const CONTENT_LABEL = 'functions.kubemin.io/content';

/** On chunks without an owner: the collector follows only these. */
export const UNOWNED_LABEL = 'functions.kubemin.io/content-unowned';

/** The size of the whole content, on every chunk. */
export const SIZE_ANNOTATION = 'functions.kubemin.io/content-size';

/** The whole digest: a label value has 63 characters at most. */
export const DIGEST_ANNOTATION = 'functions.kubemin.io/content-digest';

/** When the content was last put, in ISO 8601. */
export const USED_ANNOTATION = 'functions.kubemin.io/content-used-at';

/** A reference to stored content. */
export interface ContentRef {
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** Where a part of a content is stored, in the order of the bytes. */
export interface ContentChunk {
  /** The name of the ConfigMap; its `binaryData` has the bytes under `CONTENT_KEY`. */
  readonly configMap: string;
  readonly start: number;
  readonly end: number;
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;
/** Of the digest in names and labels: 160 bits. */
const SHORT_DIGITS = 40;

/** Whether this is a digest of content. */
export function isContentDigest(text: string): boolean {
  return DIGEST.test(text);
}

/** The digest of these bytes. */
export function computeDigest(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** The digest in a form that fits into names and label values. Throws CONTENT_DIGEST_INVALID. */
export function shortDigest(digest: string): string {
  if (isContentDigest(digest)) return digest.slice('sha256:'.length).slice(0, SHORT_DIGITS);
  throw new TerminalError(contentMessages.badDigest({ digest }), { code: 'CONTENT_DIGEST_INVALID' });
}

/** The ConfigMap of a chunk. */
export function chunkName(digest: string, index: number): string {
  return `content-${shortDigest(digest)}-${index}`;
}

/** The chunks of a content. Throws CONTENT_TOO_LARGE, CONTENT_DIGEST_INVALID. */
export function listContentChunks({ digest, size }: ContentRef): readonly ContentChunk[] {
  assertContentSize(size);
  // Empty content has one chunk without bytes: it must exist to be found.
  const count = Math.max(1, Math.ceil(size / CHUNK_BYTES));
  return Array.from({ length: count }, (_, index) => ({
    configMap: chunkName(digest, index),
    start: index * CHUNK_BYTES,
    end: Math.min(size, (index + 1) * CHUNK_BYTES),
  }));
}

/** Throws CONTENT_TOO_LARGE. */
export function assertContentSize(size: number): void {
  if (size <= MAX_CONTENT_BYTES) return;
  const message = contentMessages.tooLarge({ size, limit: MAX_CONTENT_BYTES });
  throw new TerminalError(message, { code: 'CONTENT_TOO_LARGE' });
}
