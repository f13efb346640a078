import { expect, test } from 'vitest';
import { coalesced } from './watch-listing.ts';

test('what comes while somebody is busy is told once, and what comes later again', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  async function* source(): AsyncGenerator<number> {
    yield 1;
    yield 2;
    await gates[0].promise;
    yield 3;
    yield 4;
    yield 5;
    gates[1].resolve();
  }
  const reader = coalesced(source());
  expect(await reader.next()).toMatchObject({ done: false });
  gates[0].resolve();
  await gates[1].promise;
  expect(await reader.next()).toMatchObject({ done: false });
  expect(await reader.next()).toMatchObject({ done: true });
});

test('the failure of the source reaches who reads', async () => {
  async function* source(): AsyncGenerator<number> {
    yield 1;
    throw new Error('cut off');
  }
  const reader = coalesced(source());
  await reader.next();
  await expect(reader.next()).rejects.toThrow('cut off');
});
