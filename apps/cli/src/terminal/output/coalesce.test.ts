import { expect, test } from 'vitest';
import { coalesce } from './watch-listing.ts';

test('changes during processing are combined into one, and later ones are delivered again', async () => {
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
  const reader = coalesce(source());
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
  const reader = coalesce(source());
  await reader.next();
  await expect(reader.next()).rejects.toThrow('cut off');
});
