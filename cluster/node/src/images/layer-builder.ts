import { open } from 'node:fs/promises';
import { errorMessage } from '@kubemin/base/message';
import type { WrittenBlob } from './blob-store.ts';
import { ImageError } from './image-error.ts';
import type { ImageWriter } from './image-writer.ts';
import { TarFormatError, type WrittenTarEntry, writeTar } from './tar-format.ts';

/** What a new layer has at a path, which is relative to the root and has neither `.` nor `..`. */
export type LayerItem = { readonly path: string } & (
  | { readonly type: 'directory'; readonly mode: number }
  | { readonly type: 'symlink'; readonly target: string }
  /** A text of our own. */
  | { readonly type: 'text'; readonly mode: number; readonly text: string }
  /** A copy of a file of this machine, with the size it was found with. */
  | { readonly type: 'copy'; readonly mode: number; readonly source: string; readonly size: number }
);

const READ_SIZE = 1024 * 1024;

/**
 * Writes a layer, uncompressed. The same items give the same digest: they are sorted, and have neither times nor owners.
 * Of several items with the same path the last one counts.
 */
export async function writeLayer(writer: ImageWriter, items: readonly LayerItem[]): Promise<WrittenBlob> {
  const byPath = new Map(items.map((item) => [item.path, item]));
  const sorted = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  try {
    return await writer.writeBlob(writeTar(sorted.map(toTarEntry)));
  } catch (error) {
    if (error instanceof TarFormatError) throw new ImageError('BUILD_FAILED', errorMessage(error), error);
    throw error;
  }
}

function toTarEntry(item: LayerItem): WrittenTarEntry {
  const common = { name: item.path, mtime: 0, linkName: '', size: 0 };
  switch (item.type) {
    case 'directory':
      return { ...common, type: 'directory', name: `${item.path}/`, mode: item.mode };
    case 'symlink':
      return { ...common, type: 'symlink', mode: 0o777, linkName: item.target };
    case 'text': {
      const content = Buffer.from(item.text);
      return { ...common, type: 'file', mode: item.mode, size: content.length, content: [content] };
    }
    case 'copy':
      return { ...common, type: 'file', mode: item.mode, size: item.size, content: readSource(item.source) };
  }
}

/** The file is opened when its turn comes, not for all entries at once. */
async function* readSource(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const handle = await open(path, 'r');
  try {
    // The same memory for all chunks: programs have hundreds of megabytes, which would stay with this process.
    const buffer = Buffer.allocUnsafeSlow(READ_SIZE);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_SIZE);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
