import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodePng, differingShare } from './png.ts';

/** A PNG of rows that each begin with the number of their filter. */
function png(options: {
  readonly width: number;
  readonly height: number;
  readonly alpha?: boolean;
  readonly rows: readonly number[];
}): Buffer {
  const { width, height, alpha = false, rows } = options;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, alpha ? 6 : 2], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    const content = Buffer.concat([Buffer.from(type), data]);
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, sum]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('each filter of a row gives the bytes that it was made from', () => {
  const rows = [
    [0, 10, 20, 30, 40, 50, 60],
    [1, 1, 1, 1, 2, 2, 2],
    [2, 5, 5, 5, 5, 5, 5],
    [3, 4, 4, 4, 4, 4, 4],
    [4, 250, 1, 1, 1, 1, 1],
  ];
  const { pixels } = decodePng(png({ width: 2, height: 5, rows: rows.flat() }));
  expect([...pixels]).toEqual(
    [
      [10, 20, 30, 40, 50, 60],
      [1, 1, 1, 3, 3, 3],
      [6, 6, 6, 8, 8, 8],
      [7, 7, 7, 11, 11, 11],
      [1, 8, 8, 8, 12, 12],
    ].flat(),
  );
});

test('the opacity of a picture is no part of its colours', () => {
  const { pixels } = decodePng(png({ width: 2, height: 1, alpha: true, rows: [0, 1, 2, 3, 255, 4, 5, 6, 255] }));
  expect([...pixels]).toEqual([1, 2, 3, 4, 5, 6]);
});

test('pictures differ by the share of pixels that changed visibly, outside of what is ignored', () => {
  const one = decodePng(png({ width: 2, height: 2, rows: [0, 0, 0, 0, 90, 90, 90, 0, 9, 9, 9, 9, 9, 9] }));
  const two = decodePng(png({ width: 2, height: 2, rows: [0, 8, 8, 8, 0, 0, 0, 0, 9, 9, 9, 9, 9, 9] }));
  expect(differingShare(one, two)).toBe(0.25);
  expect(differingShare(one, two, [{ x: 1, y: 0, width: 1, height: 1 }])).toBe(0);
  expect(differingShare(one, { ...two, width: 1, height: 4 })).toBe(1);
});

test('a file that is no PNG is refused', () => {
  expect(() => decodePng(Buffer.from('GIF89a, which is another format'))).toThrow('not a PNG');
});
