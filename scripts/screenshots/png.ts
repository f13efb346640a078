import { inflateSync } from 'node:zlib';

/** A picture as rows of red, green and blue. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** A part of a picture, in pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Channels of the two colour types that Chromium writes. */
const CHANNELS = new Map([
  [2, 3],
  [6, 4],
]);

/** Reads a PNG of Chromium: eight bits per channel, not interlaced. */
export function decodePng(file: Buffer): Picture {
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw new TypeError('not a PNG');
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const channels = CHANNELS.get(file.readUInt8(25));
  if (file.readUInt8(24) !== 8 || channels === undefined || file.readUInt8(28) !== 0)
    throw new TypeError('only PNGs with eight bits per channel, in colour and not interlaced, can be read');
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(file.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const rows = unfilter(inflateSync(Buffer.concat(data)), { width, height, channels });
  return { width, height, pixels: channels === 3 ? rows : withoutAlpha(rows) };
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Each row begins with the number of its filter, which predicts bytes from those to the left and above. */
function unfilter(filtered: Buffer, { width, height, channels }: Layout): Uint8Array {
  const stride = width * channels;
  const rows = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    const source = row * (stride + 1);
    const filter = filtered[source] ?? 0;
    for (let at = 0; at < stride; at += 1) {
      const target = row * stride + at;
      const left = at < channels ? 0 : (rows[target - channels] ?? 0);
      const above = row === 0 ? 0 : (rows[target - stride] ?? 0);
      const corner = at < channels || row === 0 ? 0 : (rows[target - stride - channels] ?? 0);
      rows[target] = (filtered[source + 1 + at] ?? 0) + predict(filter, left, above, corner);
    }
  }
  return rows;
}

function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) throw new TypeError(`unknown filter ${filter}`);
  const [toLeft, toAbove, toCorner] = [
    Math.abs(above - corner),
    Math.abs(left - corner),
    Math.abs(left + above - 2 * corner),
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

function withoutAlpha(rows: Uint8Array): Uint8Array {
  const pixels = new Uint8Array((rows.length / 4) * 3);
  for (let pixel = 0; pixel < rows.length / 4; pixel += 1)
    pixels.set(rows.subarray(pixel * 4, pixel * 4 + 3), pixel * 3);
  return pixels;
}

/** Smaller differences of a channel are those of rasterizing the same outline again. */
const CHANNEL_TOLERANCE = 24;

/** The share of pixels that differ between two pictures outside of the areas; 1 for different sizes. */
export function differingShare(one: Picture, two: Picture, ignored: readonly Area[] = []): number {
  if (one.width !== two.width || one.height !== two.height) return 1;
  let differing = 0;
  for (let pixel = 0; pixel < one.width * one.height; pixel += 1) {
    const differs = [0, 1, 2].some(
      (channel) =>
        Math.abs((one.pixels[pixel * 3 + channel] ?? 0) - (two.pixels[pixel * 3 + channel] ?? 0)) > CHANNEL_TOLERANCE,
    );
    if (differs && !ignored.some((area) => contains(area, pixel % one.width, Math.floor(pixel / one.width))))
      differing += 1;
  }
  return differing / (one.width * one.height);
}

function contains({ x, y, width, height }: Area, left: number, top: number): boolean {
  return left >= x && left < x + width && top >= y && top < y + height;
}
