import { type DocumentPath, formatPath } from './document-path.ts';

/** Remembers which spelling in the input each canonical path came from. */
export class SourceTrace {
  readonly #sources = new Map<string, DocumentPath>();

  /** What lies above must have been recorded before; where nothing was spelled differently there is nothing to record. */
  record(path: DocumentPath, source: DocumentPath): void {
    if (path.at(-1) !== source.at(-1)) this.#sources.set(formatPath(path), source);
  }

  /** The input's path for a canonical one; for a value that was never written, that of its nearest written parent. */
  sourcePath(path: DocumentPath): DocumentPath {
    for (let length = path.length; length > 0; length--) {
      const source = this.#sources.get(formatPath(path.slice(0, length)));
      if (source !== undefined) return [...source, ...path.slice(length)];
    }
    return path;
  }
}
