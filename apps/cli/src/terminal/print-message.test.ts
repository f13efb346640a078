import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startCommand } from '../connection/advice.ts';
import { dataDirectory } from '../connection/data-directory.ts';
import { fakeContext } from '../test-support/fake-context.ts';
import { displayWidth } from './output/display-width.ts';
import { typedPath, wrapText } from './print-message.ts';

test('English breaks at spaces, Chinese between characters, and punctuation clings to what it is about', () => {
  expect(wrapText('one two three four', 9)).toBe('one two\nthree\nfour');
  expect(wrapText('平台接口的监听地址。', 10)).toBe('平台接口的\n监听地址。');
  expect(wrapText('监听地址（默认）。', 10)).toBe('监听地址\n（默认）。');
  expect(wrapText('端口由 --bind-addr 给出', 12)).toBe('端口由\n--bind-addr\n给出');
});

test('no line is wider than the terminal, and nothing but spaces at breaks is lost', () => {
  const word = fc.oneof(fc.constantFrom('平台', '地址。', '（默认）', '、'), fc.stringMatching(/^[a-z]{1,8}$/));
  fc.assert(
    fc.property(fc.array(word), fc.integer({ min: 12, max: 60 }), (words, width) => {
      const text = words.join(' ');
      const wrapped = wrapText(text, width);
      for (const line of wrapped.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(wrapped.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    }),
  );
});

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
