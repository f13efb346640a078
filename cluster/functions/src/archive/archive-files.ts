import { TerminalError } from '@kubemin/base';
import { type Message, verbatim } from '@kubemin/base/message';
import { functionMessages } from '../messages/index.ts';

/** The content of files by their paths, with slashes and without a leading one. */
export type ArchiveFiles = ReadonlyMap<string, Buffer>;

export const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
export const MAX_FILES = 20_000;

export function archiveError(reason: Message | string): TerminalError {
  const message = typeof reason === 'string' ? verbatim(reason) : reason;
  return new TerminalError(functionMessages.archiveInvalid({ reason: message }), { code: 'FUNCTION_ARCHIVE_INVALID' });
}

/** Collects files and checks their paths and sizes. */
export class FileCollector {
  readonly #files = new Map<string, Buffer>();
  #size = 0;

  add(path: string, content: Buffer): void {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    if (path.startsWith('/') || path.includes('\\') || path.includes('\0') || parts.includes('..')) {
      throw archiveError(functionMessages.archivePath({ path }));
    }
    this.#size += content.length;
    if (this.#size > MAX_UNPACKED_BYTES)
      throw archiveError(functionMessages.archiveTooLarge({ bytes: MAX_UNPACKED_BYTES }));
    if (this.#files.size >= MAX_FILES) throw archiveError(functionMessages.archiveTooMany({ files: MAX_FILES }));
    this.#files.set(parts.join('/'), content);
  }

  /** The files; without the directory that all of them are in, as programs that pack a directory add it. */
  finish(): ArchiveFiles {
    if (this.#files.size === 0) throw archiveError(functionMessages.archiveEmpty);
    const [first = ''] = this.#files.keys();
    const top = first.slice(0, first.indexOf('/') + 1);
    if (top === '' || ![...this.#files.keys()].every((path) => path.startsWith(top))) return this.#files;
    return new Map([...this.#files].map(([path, content]) => [path.slice(top.length), content]));
  }
}
