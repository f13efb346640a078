import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pieces } from './test-support/pieces.ts';
import { acceptKey, offeredProtocols } from './websocket-connection.ts';
import { encodeFrame, FrameReader, type WebSocketFrame } from './websocket-frame.ts';

const DATA = fc.record({
  opcode: fc.constantFrom('continuation' as const, 'text' as const, 'binary' as const),
  final: fc.boolean(),
  payload: fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ minLength: 65_530, maxLength: 65_540 })),
});
const CONTROL = fc.record({
  opcode: fc.constantFrom('close' as const, 'ping' as const, 'pong' as const),
  final: fc.constant(true),
  payload: fc.uint8Array({ maxLength: 125 }),
});

it('frames come out as they went in, masked or not, however their bytes are cut', () => {
  const frames = fc.array(fc.oneof(DATA, CONTROL), { maxLength: 8 });
  const mask = fc.option(fc.uint8Array({ minLength: 4, maxLength: 4 }), { nil: undefined });
  fc.assert(
    fc.property(frames, mask, fc.array(fc.nat({ max: 5000 })), (sent, key, cuts) => {
      const bytes = Buffer.concat(sent.map((frame) => encodeFrame(frame, key)));
      const reader = new FrameReader();
      const read = pieces(bytes, cuts).flatMap((piece) => [...reader.push(piece)]);
      expect(read.map(plain)).toEqual(sent.map(plain));
    }),
    { numRuns: 60 },
  );
});

it('what is no frame, or too large a one, is refused', () => {
  const read =
    (...bytes: number[]) =>
    () =>
      new FrameReader().push(Uint8Array.from(bytes));
  expect(read(0x83, 0)).toThrow('not a frame');
  expect(read(0xc2, 0)).toThrow('not a frame');
  expect(read(0x09, 0)).toThrow('must be whole and small');
  expect(read(0x89, 126, 0, 200)).toThrow('must be whole and small');
  expect(read(0x82, 127, 0, 0, 0, 1, 0, 0, 0, 0)).toThrow('too large');
});

it('the key of the RFC gives the accept value of the RFC', () => {
  expect(acceptKey('dGhlIHNhbXBsZSBub25jZQ==')).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
  expect(offeredProtocols('v5.channel.k8s.io, v4.channel.k8s.io')).toEqual(['v5.channel.k8s.io', 'v4.channel.k8s.io']);
  expect(offeredProtocols(undefined)).toEqual([]);
});

function plain({ opcode, final, payload }: WebSocketFrame) {
  return { opcode, final, payload: Buffer.from(payload).toString('latin1') };
}
