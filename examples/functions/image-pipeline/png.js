import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Reads and writes PNG images, with nothing but Node: 8 bits per channel, grey, RGB or RGBA, not interlaced. */

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const CHANNELS = { 0: 1, 2: 3, 4: 2, 6: 4 };
const LARGEST_SIDE = 4096;

/** The pixels of an image as RGB, row by row: `{ width, height, pixels }`. Throws an Error that states what is wrong. */
export function decodePng(bytes) {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('not a PNG image');
  let header;
  const parts = [];
  for (const { type, data } of readChunks(bytes)) {
    if (type === 'IHDR') header = readHeader(data);
    if (type === 'IDAT') parts.push(data);
  }
  if (header === undefined || parts.length === 0) throw new Error('the PNG image has no content');
  const { width, height, channels } = header;
  // The size is known before: an image that unpacks to more is refused, whatever its header states.
  const raw = inflateSync(Buffer.concat(parts), { maxOutputLength: (width * channels + 1) * height });
  const rows = removeFilters(raw, header);
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const grey = channels < 3;
    for (let channel = 0; channel < 3; channel += 1) {
      pixels[at * 3 + channel] = rows[at * channels + (grey ? 0 : channel)];
    }
  }
  return { width, height, pixels };
}

/** A PNG image of RGB pixels. The same pixels give the same bytes. */
export function encodePng({ width, height, pixels }) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const stride = width * 3;
  const raw = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const row = y * (stride + 1);
    // The filter "Sub": each byte as the difference to the pixel before it, which packs better.
    raw[row] = 1;
    for (let at = 0; at < stride; at += 1) {
      const before = at < 3 ? 0 : pixels[y * stride + at - 3];
      raw[row + 1 + at] = (pixels[y * stride + at] - before) & 0xff;
    }
  }
  return Buffer.concat([
    SIGNATURE,
    writeChunk('IHDR', header),
    writeChunk('IDAT', deflateSync(raw, { level: 9 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function* readChunks(bytes) {
  for (let at = SIGNATURE.length; at < bytes.length; ) {
    if (at + 12 > bytes.length) throw new Error('the PNG image is cut off');
    const size = bytes.readUInt32BE(at);
    const end = at + 8 + size;
    if (end + 4 > bytes.length) throw new Error('the PNG image is cut off');
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) throw new Error('the PNG image is damaged');
    yield { type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) };
    at = end + 4;
  }
}

function readHeader(data) {
  if (data.length !== 13) throw new Error('the PNG image has a wrong header');
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth, colour, , , interlaced] = data.subarray(8);
  if (width < 1 || height < 1 || width > LARGEST_SIDE || height > LARGEST_SIDE) {
    throw new Error(`the image has ${width}×${height} pixels; the limit is ${LARGEST_SIDE}×${LARGEST_SIDE}`);
  }
  const channels = CHANNELS[colour];
  if (depth !== 8 || channels === undefined || interlaced !== 0) throw new Error('this kind of PNG is not supported');
  return { width, height, channels };
}

/** Undoes the filters of PNG: each byte is stored as the difference to a prediction from its neighbours. */
function removeFilters(raw, { width, height, channels }) {
  const stride = width * channels;
  if (raw.length !== (stride + 1) * height) throw new Error('the PNG image has too few pixels');
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let at = 0; at < stride; at += 1) {
      const left = at < channels ? 0 : rows[y * stride + at - channels];
      const up = y === 0 ? 0 : rows[(y - 1) * stride + at];
      const corner = at < channels || y === 0 ? 0 : rows[(y - 1) * stride + at - channels];
      rows[y * stride + at] = raw[y * (stride + 1) + 1 + at] + predict(filter, { left, up, corner });
    }
  }
  return rows;
}

function predict(filter, { left, up, corner }) {
  const predictions = [() => 0, () => left, () => up, () => (left + up) >> 1, () => nearest(left, up, corner)];
  const prediction = predictions[filter];
  if (prediction === undefined) throw new Error('the PNG image is damaged');
  return prediction();
}

/** The neighbour that is nearest to `left + up - corner`. */
function nearest(left, up, corner) {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(estimate - value));
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function writeChunk(type, data) {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
}
