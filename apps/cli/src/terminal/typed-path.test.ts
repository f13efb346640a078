import { expect, test } from 'vitest';
import { startCommand } from '../connection/advice.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { fakeContext } from '../test-support/fake-context.ts';
import { typedPath } from './typed-path.ts';

test('a path is typed as short as it can be, and quoted where a shell would take it apart', () => {
  expect(typedPath('/srv/shop/.kubemin', '/srv/shop')).toBe('.kubemin');
  expect(typedPath('/srv/shopping', '/srv/shop')).toBe('/srv/shopping');
  expect(typedPath('/srv/my shop/data', '/srv')).toBe("'my shop/data'");
  expect(typedPath("/it's $HOME")).toBe("'/it'\\''s $HOME'");
});

test('the start command of a directory names it unless up uses that one by default', () => {
  const { context } = fakeContext({ cwd: '/srv', homeDirectory: '/home/ada', dataDir: '/elsewhere' });
  expect(startCommand(context, dataDirectory('/home/ada/.kubemin'))).toBe('kubemin up');
  // Commands find it there, a start does not look.
  expect(startCommand(context, dataDirectory('/srv/.kubemin'))).toBe('kubemin up --data-dir .kubemin');
  const withHome = { ...context, env: { KUBEMIN_HOME: '/srv/.kubemin' } };
  expect(startCommand(withHome, dataDirectory('/srv/.kubemin'))).toBe('kubemin up');
});
