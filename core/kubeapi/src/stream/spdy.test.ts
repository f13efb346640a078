import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeSpdyFrame, type SpdyFrame, SpdyFrameReader } from './spdy-frame.ts';
import { SpdyHeaderCodec, spdyDictionary } from './spdy-headers.ts';
import { SpdySession } from './spdy-session.ts';
import type { SpdyStream } from './spdy-stream.ts';
import { pieces } from './test-support/pieces.ts';

const DICTIONARY_CRC = 80234766;
const ID = fc.integer({ min: 1, max: 0x7fff_ffff });
const BYTES = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
const FRAME = fc.oneof(
  fc.record({ kind: fc.constant('data' as const), stream: ID, fin: fc.boolean(), bytes: BYTES }),
  fc.record({ kind: fc.constant('synStream' as const), stream: ID, fin: fc.boolean(), block: BYTES }),
  fc.record({ kind: fc.constant('synReply' as const), stream: ID, fin: fc.boolean(), block: BYTES }),
  fc.record({ kind: fc.constant('headers' as const), stream: ID, fin: fc.boolean(), block: BYTES }),
  fc.record({ kind: fc.constant('rstStream' as const), stream: ID, status: fc.nat() }),
  fc.record({ kind: fc.constant('ping' as const), id: ID }),
  fc.record({ kind: fc.constant('goAway' as const), lastStream: ID, status: fc.nat() }),
);

it('frames come out as they went in, however their bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(FRAME), fc.array(fc.nat({ max: 100 })), (sent, cuts) => {
      const reader = new SpdyFrameReader();
      const bytes = Buffer.concat(sent.map((frame) => encodeSpdyFrame(frame)));
      const read: readonly SpdyFrame[] = pieces(bytes, cuts).flatMap((piece) => [...reader.push(piece)]);
      expect(read).toEqual(sent);
    }),
  );
});

it('another version, a frame that is too short and one that is too large are refused', () => {
  const read =
    (...bytes: number[]) =>
    () =>
      new SpdyFrameReader().push(Uint8Array.from(bytes));
  expect(read(0x80, 2, 0, 1, 0, 0, 0, 0)).toThrow('not SPDY/3.1');
  expect(read(0x80, 3, 0, 1, 0, 0, 0, 1, 9)).toThrow('too short');
  expect(read(0, 0, 0, 1, 0, 0xff, 0, 0)).toThrow('too large');
});

it('the dictionary is the one of the specification', () => {
  const dictionary = spdyDictionary();
  expect([dictionary.byteLength, crc32(dictionary)]).toEqual([1423, DICTIONARY_CRC]);
});

it('header blocks are read in the order they were written, each going on where the last ended', async () => {
  const headers = fc.array(fc.dictionary(fc.stringMatching(/^[a-z-]{1,12}$/), fc.string()), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(headers, async (sent) => {
      const writer = new SpdyHeaderCodec();
      const reader = new SpdyHeaderCodec();
      for (const each of sent) {
        expect(Object.entries(await reader.decode(await writer.encode(each)))).toEqual(Object.entries(each));
      }
      writer.close();
      reader.close();
    }),
    { numRuns: 30 },
  );
});

it('streams carry bytes both ways, end in each direction separately and do not mix', async () => {
  const [near, far] = duplexPair();
  const server = new SpdySession({
    socket: far,
    role: 'server',
    onStream: (stream) => {
      void text(stream).then((received) => stream.end(`${stream.headers.name} heard ${received.length}`));
    },
  });
  const client = new SpdySession({ socket: near, role: 'client' });
  const replies = await Promise.all(
    ['a', 'b', 'c'].map(async (name, at) => {
      const stream = await client.open({ name });
      stream.end('x'.repeat(100_000 * at));
      return text(stream);
    }),
  );
  expect(replies).toEqual(['a heard 0', 'b heard 100000', 'c heard 200000']);
  await client.close();
  await server.close();
  await Promise.all([client.closed, server.closed]);
});

it('a stream that is reset ends at the other side, and the others go on', async () => {
  const [near, far] = duplexPair();
  const opened: SpdyStream[] = [];
  const server = new SpdySession({ socket: far, role: 'server', onStream: (stream) => opened.push(stream) });
  const client = new SpdySession({ socket: near, role: 'client' });
  const [first, second] = [await client.open({}), await client.open({})];
  second.write('ping');
  while (opened.length < 2) await new Promise((resolve) => setImmediate(resolve));
  const reset = new Promise((resolve) => opened[0]?.once('close', resolve));
  first.destroy();
  await reset;
  opened[1]?.end('pong');
  expect(await text(second)).toBe('pong');
  near.destroy();
  far.destroy();
  await Promise.all([client.closed, server.closed]);
});
