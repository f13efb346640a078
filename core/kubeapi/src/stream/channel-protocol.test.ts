import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHANNEL_PROTOCOLS } from './channel-protocol.ts';

it.each(CHANNEL_PROTOCOLS)('$name reads what it writes', (protocol) => {
  fc.assert(
    fc.property(fc.nat({ max: 4 }), fc.uint8Array({ maxLength: 300 }), (channel, bytes) => {
      const read = protocol.decode(protocol.encode({ kind: 'data', channel, bytes }));
      expect(read).toMatchObject({ kind: 'data', channel });
      expect(read.kind === 'data' && Buffer.from(read.bytes).equals(bytes)).toBe(true);
    }),
  );
});

it('only the fifth version can close a channel', () => {
  for (const protocol of CHANNEL_PROTOCOLS.filter(({ frames }) => frames === 'binary')) {
    const read = protocol.decode(Uint8Array.of(255, 0));
    expect(read.kind).toBe(protocol.name.startsWith('v5') ? 'close' : 'data');
  }
});

it('a message without a channel is refused', () => {
  for (const protocol of CHANNEL_PROTOCOLS) {
    expect(() => protocol.decode(new Uint8Array())).toThrow('without a channel');
  }
});
