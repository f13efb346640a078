/**
 * Archives of code: `readArchive` reads tar, tar.gz and zip into files by their paths, `packArchive` makes a tar.gz.
 * What leads outside, or is larger unpacked than MAX_UNPACKED_BYTES, is refused with a TerminalError.
 */
export { type ArchiveFiles, MAX_UNPACKED_BYTES } from './archive-files.ts';
export { packArchive } from './pack-archive.ts';
export { readArchive } from './read-archive.ts';
