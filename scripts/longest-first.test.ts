import { expect, test } from 'vitest';
import { putLongFirst } from './longest-first.ts';

test('files that start programs are first, none is lost, and otherwise the order stays', () => {
  const paths = [
    'core/base/src/message/message.test.ts',
    'apps/cli/src/e2e/up.e2e.test.ts',
    'cluster/apiserver/src/watch.test.ts',
    'scripts/written-projects.test.ts',
    'cluster/apiserver/src/kubectl/apply.test.ts',
  ];
  const sorted = putLongFirst(paths.map((path) => ({ moduleId: `/checkout/${path}` })));
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual([1, 3, 4, 0, 2].map((index) => `/checkout/${paths[index]}`));
});
