import { expect, test } from 'vitest';
import { Disposables } from './disposables.ts';

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
