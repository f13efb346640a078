import { expect, test } from 'vitest';
import { Disposables, once } from './lifetime.ts';

test('nothing is made before it is asked for, and undefined counts as made', () => {
  let made = 0;
  const value = once(() => {
    made += 1;
  });
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(made).toBe(1);
});

test('what could not be made is tried again', () => {
  const results = [() => 'there', () => expect.fail('away')];
  const value = once(() => results.pop()?.());
  expect(value).toThrow('away');
  expect(value()).toBe('there');
});

test('closes in reverse order, goes on after a failure, then reports it', async () => {
  const closed: string[] = [];
  const disposables = new Disposables();
  disposables.add(() => void closed.push('first opened'));
  disposables.add(() => Promise.reject(new Error('stuck')));
  disposables.add(() => void closed.push('last opened'));
  await expect(disposables.dispose()).rejects.toThrow('stuck');
  expect(closed).toEqual(['last opened', 'first opened']);
  await disposables.dispose();
  expect(closed).toHaveLength(2);
});
