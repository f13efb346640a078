const BLOCK = 512;

/** Files as an uncompressed archive (ustar), which every system unpacks. Names have at most 100 bytes. */
export function tarArchive(files: Readonly<Record<string, string>>, modified: Date): Blob {
  const encoder = new TextEncoder();
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const content = encoder.encode(text);
    const padding = new Uint8Array((BLOCK - (content.length % BLOCK)) % BLOCK);
    return [fileHeader(encoder.encode(name), content.length, modified), content, padding];
  });
  return new Blob([...parts, new Uint8Array(2 * BLOCK)], { type: 'application/x-tar' });
}

function fileHeader(name: Uint8Array, size: number, modified: Date): Uint8Array<ArrayBuffer> {
  if (name.length > 100) throw new TypeError('a file name in an archive has at most 100 bytes');
  const header = new Uint8Array(BLOCK);
  const encoder = new TextEncoder();
  const put = (text: string, at: number): void => header.set(encoder.encode(text), at);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  header.set(name, 0);
  put(octal(0o644, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(size, 11), 124);
  put(octal(Math.floor(modified.getTime() / 1_000), 11), 136);
  // The sum is made with spaces in its own place.
  put('        ', 148);
  put('0', 156);
  put('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
