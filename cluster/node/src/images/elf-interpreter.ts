import { open } from 'node:fs/promises';

const PT_INTERP = 3;

/**
 * The loader that a 64-bit little-endian ELF program names; undefined for static programs and for scripts. Throws
 * `foreign()` for programs of other machines.
 */
export async function elfInterpreter(program: string, foreign: () => Error): Promise<string | undefined> {
  const handle = await open(program, 'r');
  try {
    const read = async (at: number, length: number): Promise<Buffer> =>
      (await handle.read(Buffer.alloc(length), 0, length, at)).buffer;
    const head = await read(0, 64);
    if (head.readUInt32BE(0) !== 0x7f454c46) return undefined;
    if (head[4] !== 2 || head[5] !== 1) throw foreign();
    const size = head.readUInt16LE(54);
    const headers = await read(Number(head.readBigUInt64LE(32)), size * head.readUInt16LE(56));
    for (let at = 0; at + size <= headers.length && size >= 56; at += size) {
      if (headers.readUInt32LE(at) !== PT_INTERP) continue;
      const text = await read(Number(headers.readBigUInt64LE(at + 8)), Number(headers.readBigUInt64LE(at + 32)));
      return text.toString('latin1').replace(/\0.*$/s, '');
    }
    return undefined;
  } finally {
    await handle.close();
  }
}
