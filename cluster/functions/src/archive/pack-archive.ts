import { gzipSync } from 'node:zlib';
import { archiveError } from './archive-files.ts';

const BLOCK = 512;
const LONGEST_NAME = 100;

/** A tar.gz of the files. The same files give the same bytes. */
export function packArchive(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const blocks: Buffer[] = [];
  for (const [path, content] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (Buffer.byteLength(path) > LONGEST_NAME) blocks.push(...entry('PaxHeader', paxPath(path), 'x'));
    blocks.push(...entry(path, content, '0'));
  }
  blocks.push(Buffer.alloc(2 * BLOCK));
  return gzipSync(Buffer.concat(blocks));
}

function entry(path: string, content: Uint8Array, type: string): readonly Buffer[] {
  const header = Buffer.alloc(BLOCK);
  Buffer.from(path).copy(header, 0, 0, LONGEST_NAME);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, Buffer.from(content), Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
}

/** A record that states its own length. */
function paxPath(path: string): Buffer {
  const rest = ` path=${path}\n`;
  const bytes = Buffer.byteLength(rest);
  for (let digits = 1; digits < 8; digits += 1) {
    const length = bytes + digits;
    if (String(length).length === digits) return Buffer.from(`${length}${rest}`);
  }
  throw archiveError(`the path ${path} is too long`);
}
