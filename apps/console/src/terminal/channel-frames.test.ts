import { expect, test } from 'vitest';
import { decodeFrame, encodeInput, encodeSize } from './channel-frames.ts';

const frame = (channel: number, text: string): ArrayBuffer => {
  const content = new TextEncoder().encode(text);
  const bytes = new Uint8Array(content.length + 1);
  bytes[0] = channel;
  bytes.set(content, 1);
  return bytes.buffer;
};

test('input is on channel 0 in UTF-8', () => {
  expect([...encodeInput('é\r')]).toEqual([0, 0xc3, 0xa9, 13]);
});

test('the size is on channel 4, as Kubernetes names its fields', () => {
  const [channel, ...content] = encodeSize(120, 30);
  expect(channel).toBe(4);
  expect(JSON.parse(new TextDecoder().decode(Uint8Array.from(content)))).toEqual({ Width: 120, Height: 30 });
});

test('output of both streams is shown, byte by byte as it came', () => {
  for (const channel of [1, 2]) {
    const decoded = decodeFrame(frame(channel, 'a\u001b[0m'));
    expect(decoded).toEqual({ kind: 'output', bytes: new TextEncoder().encode('a\u001b[0m') });
  }
});

test('the outcome has the exit code among its causes', () => {
  const status = {
    status: 'Failure',
    reason: 'NonZeroExitCode',
    message: 'command terminated with non-zero exit code',
    details: { causes: [{ reason: 'ExitCode', message: '130' }] },
  };
  expect(decodeFrame(frame(3, JSON.stringify(status)))).toEqual({
    kind: 'outcome',
    outcome: { kind: 'exited', code: 130 },
  });
  expect(decodeFrame(frame(3, '{"metadata":{},"status":"Success"}'))).toEqual({
    kind: 'outcome',
    outcome: { kind: 'exited', code: 0 },
  });
});

test('an outcome without an exit code is a failure with its message, also when it is no Status', () => {
  const failed = (message: string) => ({ kind: 'outcome', outcome: { kind: 'failed', message } });
  expect(decodeFrame(frame(3, '{"status":"Failure","message":"no such file: sh"}'))).toEqual(
    failed('no such file: sh'),
  );
  expect(decodeFrame(frame(3, 'connection lost'))).toEqual(failed('connection lost'));
});

test('messages without a channel and of channels that are not known are ignored', () => {
  expect(decodeFrame(new ArrayBuffer(0))).toBeUndefined();
  expect(decodeFrame(frame(255, '\u0001'))).toBeUndefined();
});
